/** Small programs written to a fresh folder, loaded and run with the real builtins. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CodeBase } from '../../src/sim/load/code-base.ts';
import type { CodeBaseOptions } from '../../src/sim/load/code-base.ts';
import type { ModuleHost } from '../../src/sim/load/module-host.ts';
import { ModuleSpace } from '../../src/sim/load/module-space.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const realRequire = createRequire(import.meta.url);

export type Files = Readonly<Record<string, string>>;

/** A machine with its own globals and the host's builtins. */
export function plainHost(globals: object = {}): ModuleHost {
  const globalObject: object = Object.assign(Object.create(globalThis), globals);
  return {
    builtin: (id) => realRequire(`node:${id}`) as unknown, // whatever the builtin is
    hosted: (specifier) => ({ default: 'host', specifier }),
    globalObject,
  };
}

export class ModuleProject {
  readonly folder: string;
  readonly codeBase: CodeBase;

  private constructor(folder: string, codeBase: CodeBase) {
    this.folder = folder;
    this.codeBase = codeBase;
  }

  static async create(files: Files, options: CodeBaseOptions = {}): Promise<ModuleProject> {
    const project = new ModuleProject(temporaryDirectory(), await CodeBase.open(options));
    project.write(files);
    return project;
  }

  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(this.path(path)), { recursive: true });
      writeFileSync(this.path(path), text);
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  space(host = plainHost()): ModuleSpace {
    return new ModuleSpace(this.codeBase, host);
  }

  /** The exports of an entry, on a machine of its own. */
  async run(entry: string, host = plainHost()): Promise<Record<string, unknown>> {
    const code = this.codeBase.add(this.path(entry));
    return { ...((await this.space(host).load(code)) as Record<string, unknown>) }; // a namespace is such a record
  }
}

/** The exports of the first file. */
export async function runFiles(files: Files, host = plainHost()): Promise<Record<string, unknown>> {
  const project = await ModuleProject.create(files);
  return project.run(Object.keys(files)[0] ?? '', host);
}
