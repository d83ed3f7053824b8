/** The processes of a confirmation and the directory their disks are in. Nothing of them outlives it, however it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdLive } from '../world/host/live.ts';
import type { GivenFaults } from './given-faults.ts';
import type { NodeDeclaration, Order, Role, Saying } from './protocol.ts';

export interface Hears {
  readonly says: (process: RealProcess, saying: Saying) => void;
  readonly ends: (process: RealProcess, code: number | null, signal: string | null) => void;
}

const STDERR_CHARS_MAX = 8192;

/** Where the program of the processes is, in a build or beside the sources; undefined when there is no build. */
export function confirmEntry(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) {
      const entry = join(folder, 'dist', 'confirm-process.js');
      return existsSync(entry) ? entry : undefined;
    }
    if (folder === dirname(folder)) return undefined;
  }
}

export class RealProcess {
  readonly machine: string;
  readonly #child: ChildProcess;
  #stderr = '';

  constructor(child: ChildProcess, machine: string) {
    this.machine = machine;
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARS_MAX);
    });
  }

  /** What it said where nobody listens; for when it could not even begin. */
  get complaint(): string | undefined {
    return this.#stderr
      .split('\n')
      .find((line) => /error/iu.test(line))
      ?.trim();
  }

  tell(order: Order): void {
    if (this.#child.connected) this.#child.send(order);
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#child.kill(signal);
  }
}

export class Processes {
  /** One directory per machine is in here. */
  readonly disks = mkdtempSync(join(tmpdir(), 'fozzy-confirm-'));
  readonly #entry: string;
  readonly #project: string;
  readonly #hears: Hears;
  readonly #faults: GivenFaults;
  readonly #live = new Map<ChildProcess, RealProcess>();
  readonly #release: () => void;

  constructor(entry: string, project: string, faults: GivenFaults, hears: Hears) {
    this.#entry = entry;
    this.#project = project;
    this.#hears = hears;
    this.#faults = faults;
    this.#release = holdLive(() => this.#sweep());
    // Whoever finds the directory after a kill that nobody could hear knows whose it was.
    writeFileSync(join(this.disks, '.project'), project);
  }

  startDriver(role: Pick<Role, 'entry' | 'simulation' | 'withoutClients' | 'withoutNodes' | 'choices'>): RealProcess {
    return this.#start({ is: 'driver', machine: 'test', ...role }, { env: {}, cwd: this.#project, stdin: undefined, argv: [] });
  }

  startNode({ name, program = '', ...more }: NodeDeclaration): RealProcess {
    return this.#start({ is: 'node', machine: name, entry: program }, more);
  }

  #start(
    role: Omit<Role, 'disks' | 'project' | keyof GivenFaults>,
    { env, cwd, stdin, argv }: Pick<NodeDeclaration, 'env' | 'stdin' | 'argv' | 'cwd'>,
  ): RealProcess {
    const told: Role = { ...role, ...this.#faults, disks: this.disks, project: this.#project };
    const where = cwd !== undefined && existsSync(cwd) ? cwd : this.#project;
    const child = spawn(process.execPath, [this.#entry, ...argv], {
      cwd: where,
      env: { PATH: process.env['PATH'], TZ: 'UTC', ...env, FOZZY_CONFIRM: JSON.stringify(told) },
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    const own = new RealProcess(child, role.machine);
    this.#live.set(child, own);
    child.on('message', (saying) => this.#hears.says(own, saying as Saying)); // said by child/keeper.ts
    child.once('error', () => this.#ended(child, own, null, null));
    child.once('close', (code, signal) => this.#ended(child, own, code, signal));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin ?? '');
    return own;
  }

  #ended(child: ChildProcess, own: RealProcess, code: number | null, signal: string | null): void {
    if (this.#live.delete(child)) this.#hears.ends(own, code, signal);
  }

  tellAll(order: Order): void {
    for (const own of this.#live.values()) own.tell(order);
  }

  /** Ends everything and takes the disks away; resolves when the last process is gone. */
  async end(): Promise<void> {
    const gone = [...this.#live.keys()].map(
      (child) =>
        new Promise<void>((resolve) => {
          child.once('close', () => resolve());
        }),
    );
    for (const child of this.#live.keys()) child.kill('SIGKILL');
    await Promise.all(gone);
    this.#sweep();
    this.#release();
  }

  #sweep(): void {
    for (const child of this.#live.keys()) child.kill('SIGKILL');
    rmSync(this.disks, { recursive: true, force: true });
  }
}
