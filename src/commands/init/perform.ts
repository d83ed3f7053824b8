/** Creates a project: looks at everything first, then writes, and takes new files back if writing fails half-way. */
import { dirname, join, relative, resolve } from 'node:path';
import { blake3Hex } from '../../base/blake3.ts';
import { joinLines } from '../../report/text-block.ts';
import { shellWord } from '../../base/shell-word.ts';
import { writeFileDurable } from '../../store/atomic-write.ts';
import { ensureDirectory, isDirectory, leaves } from '../../store/directory.ts';
import type { FileOps } from '../../store/file-ops.ts';
import { hostFiles } from '../../store/file-ops.ts';
import { readText } from '../../store/json-file.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { withIgnored } from './gitignore.ts';
import { nextCommands } from './guide.ts';
import { FUZZ_PATH } from './fuzz-path.ts';
import { assertFresh, assertSafe, planInit } from './plan.ts';
import { readRecord, recordPath, renderRecord } from './record.ts';
import type { ScaffoldFile } from './scaffold.ts';
import { displayPath, scaffold } from './scaffold.ts';
import { type Runner, runnerOfProject } from '../test-runner.ts';
import { firstSimulation, nextForServer } from './first-simulation.ts';
import { sdkTest, sdkTestCommands } from './sdk-test.ts';
import type { ExampleScenario } from './scenarios.ts';
import { exampleScenarios } from './scenarios.ts';

interface InitReport {
  readonly created: string[];
  readonly updated: string[];
  readonly kept: { readonly path: string; readonly reason: string }[];
}

export async function performInit(options: Options, context: Context, ops: FileOps = hostFiles): Promise<CommandResult> {
  const service = await firstSimulation(options, context);
  const project = new Project(options, context, ops, service);
  const report = project.create();
  const commands =
    service === undefined ? nextCommands(project.fozzy, project.examples, project.hasFuzz) : nextForServer(project.fozzy, service.path);
  const next = project.runner === undefined ? commands : [...commands, ...sdkTestCommands(project.runner, readsTypeScript())];
  const config = displayPath(context.cwd, context.configPath);
  return { document: { schemaVersion: 'fozzy.init.v1', config, ...report, next }, exitCode: 0, text: reportText(report, next, context) };
}

/** Known to Node from 22.10 on. */
function readsTypeScript(): boolean {
  return Boolean(Reflect.get(process.features, 'typescript'));
}

class Project {
  readonly examples: readonly ExampleScenario[];
  readonly hasFuzz: boolean;
  readonly fozzy: string;
  /** Of `--template ts`. */
  readonly runner: Runner | undefined;
  private readonly cwd: string;
  private readonly baseDir: string;
  private readonly recordFile: string;
  private readonly isForced: boolean;
  private readonly ops: FileOps;
  private readonly files: readonly ScaffoldFile[];
  private readonly madeDirectories: string[] = [];
  private readonly report: InitReport = { created: [], updated: [], kept: [] };

  /** Files that must not be there; the others are kept if they are. */
  private readonly own: readonly string[];

  constructor(options: Options, context: Context, ops: FileOps, service: ScaffoldFile | undefined) {
    const { cwd, configPath, configNamed, config } = context;
    this.ops = {
      ...ops,
      makeDirectory: (path) => {
        ops.makeDirectory(path);
        this.madeDirectories.push(path);
      },
    };
    this.cwd = cwd;
    this.isForced = options['force'] === true;
    this.baseDir = resolve(cwd, config.baseDir);
    this.recordFile = displayPath(cwd, recordPath(this.baseDir));
    const recorded = new Set(readRecord(resolve(cwd, this.recordFile)).keys());
    this.examples = service === undefined ? chooseExamples(options, recorded) : [];
    this.hasFuzz = service === undefined && (isAskedFor('fuzz', options) || recorded.has(FUZZ_PATH));
    this.fozzy = configNamed ? `fozzy --config ${shellWord(displayPath(cwd, configPath))}` : 'fozzy';
    const files = scaffold({ cwd, configPath, baseDir: config.baseDir, examples: this.examples, hasFuzz: this.hasFuzz, fozzy: this.fozzy });
    // A service brings its simulation and, where there is none yet, the config.
    this.runner = options['template'] === 'ts' ? runnerOfProject(cwd) : undefined;
    const sdk = { cwd, configPath: configNamed ? configPath : undefined, examples: this.examples };
    const tests = this.runner === undefined ? [] : [sdkTest({ ...sdk, runner: this.runner })];
    this.files = service === undefined ? [...files, ...tests] : [...files.slice(0, 1), service];
    this.own = service === undefined ? [...this.files.map((file) => file.path), this.recordFile] : [service.path];
  }

  create(): InitReport {
    const paths = [...this.files.map((file) => file.path), this.recordFile];
    if (!this.isForced) assertFresh(this.own, this.cwd);
    assertSafe([...paths, '.gitignore', ...this.directories()], this.cwd);
    try {
      this.writeAll();
    } catch (error) {
      this.takeBack();
      throw error;
    }
    return this.report;
  }

  private writeAll(): void {
    const record = new Map(readRecord(resolve(this.cwd, this.recordFile)));
    for (const action of planInit(this.files, record, this.cwd)) {
      const { path, text } = action.file;
      if (action.kind === 'keep') this.report.kept.push({ path, reason: action.reason });
      else {
        this.write(path, text, action.kind === 'create');
        record.set(path, blake3Hex(text));
      }
    }
    for (const directory of this.directories()) this.makeDirectory(directory);
    this.ignoreOutputs();
    this.write(this.recordFile, renderRecord(record), readText(resolve(this.cwd, this.recordFile)) === undefined);
  }

  private write(path: string, text: string, isNew: boolean): void {
    const target = resolve(this.cwd, path);
    ensureDirectory(dirname(target), this.ops);
    writeFileDurable(target, [text], this.ops);
    (isNew ? this.report.created : this.report.updated).push(path);
  }

  private directories(): readonly string[] {
    return ['runs', 'corpora'].map((name) => displayPath(this.cwd, join(this.baseDir, name)));
  }

  private makeDirectory(path: string): void {
    if (isDirectory(resolve(this.cwd, path))) return;
    ensureDirectory(resolve(this.cwd, path), this.ops);
    this.report.created.push(`${path}/`);
  }

  /** A base directory outside the project is not this repository's business. */
  private ignoreOutputs(): void {
    const base = relative(this.cwd, this.baseDir);
    if (base === '' || leaves(base)) return;
    const existing = readText(resolve(this.cwd, '.gitignore'));
    const text = withIgnored(existing, displayPath(this.cwd, this.baseDir));
    if (text !== undefined) this.write('.gitignore', text, existing === undefined);
  }

  /** Removes what is new, as far as it still can; directories only if they are empty. */
  private takeBack(): void {
    const files = this.report.created.filter((path) => !path.endsWith('/')).map((path) => resolve(this.cwd, path));
    for (const path of files) attempt(() => this.ops.unlink(path));
    for (const path of this.madeDirectories.toReversed()) attempt(() => this.ops.removeDirectory(path));
  }
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The failure that brought us here is the one to report.
  }
}

/** What was asked for, and what an earlier init already put here: the suites file must go on naming it. */
function chooseExamples(options: Options, recorded: ReadonlySet<string>): readonly ExampleScenario[] {
  return exampleScenarios.filter(({ kind, file }) => isAskedFor(kind, options) || recorded.has(`tests/${file}`));
}

function isAskedFor(kind: string, options: Options): boolean {
  const asked = options['with'];
  const kinds: readonly string[] = options['allTests'] === true || !Array.isArray(asked) ? ['all'] : asked;
  return kinds.includes('all') || kinds.includes(kind);
}

function reportText({ created, updated, kept }: InitReport, next: readonly string[], { paint }: Context): string {
  return joinLines([
    ...created.map((path) => `${paint.green('created')} ${path}`),
    ...updated.map((path) => `${paint.cyan('updated')} ${path}`),
    ...kept.map(({ path, reason }) => `${paint.yellow('kept')}    ${path}: ${reason}`),
    '',
    'next:',
    ...next.map((command) => `  ${command}`),
  ]);
}
