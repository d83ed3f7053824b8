/** The disk of a machine as checks see it: the directory that stands for it. */
import { createRequire } from 'node:module';
import type * as nodeFs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FilesView } from '../../sim/disk-view.ts';
import type { Snapshot } from '../../world/disk/snapshot.ts';
import { Unsupported } from './unsupported.ts';

/** Taken before they are replaced. */
const { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } = createRequire(import.meta.url)(
  'node:fs',
) as typeof nodeFs;

export class RealDisk extends FilesView {
  readonly #root: string;

  constructor(name: string, cwd: string, root: string) {
    super(name, cwd);
    this.#root = root;
  }

  durable(): FilesView {
    throw new Unsupported('what of a disk would survive a power loss');
  }

  write(path: string, data: string | Uint8Array): void {
    const real = this.#real(this.full(path));
    mkdirSync(dirname(real), { recursive: true });
    writeFileSync(real, data);
  }

  protected override find(path: string): Uint8Array | undefined {
    const real = this.#real(path);
    return existsSync(real) && statSync(real).isFile() ? readFileSync(real) : undefined;
  }

  protected override names(path: string): readonly string[] | undefined {
    const real = this.#real(path);
    return existsSync(real) && statSync(real).isDirectory() ? readdirSync(real).toSorted() : undefined;
  }

  protected override files(): Snapshot {
    throw new Unsupported('everything that is on a disk');
  }

  #real(path: string): string {
    return join(this.#root, resolve('/', path));
  }
}
