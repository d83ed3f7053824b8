/** `process` as one machine sees it: its own arguments, environment, clock, output and end. */
import { EventEmitter } from 'node:events';
import { activeKernel, current } from '../active.ts';
import type { Machine, Part } from '../machine.ts';
import { HOME } from '../../world/disk/image.ts';
import { directoryOn } from '../builtin/fs/machine-disk.ts';
import { invalidArgType, nodeError, notSimulated } from '../node-error.ts';
import { builtinOf } from '../module-access.ts';
import { binding } from './bindings.ts';
import { environmentIn } from './environment-file.ts';
import { type ExitCode, exitStatus, judgedExitCode } from './exit-code.ts';
import { kill } from './kill.ts';
import { outputStream } from './output-stream.ts';
import { pidOf } from './pid.ts';
import { type StandardInput, stdinOf } from './stdin.ts';

/** Ends the code that called process.exit at once; caught by whoever entered the machine. */
export class ExitSignal extends Error {
  override readonly name = 'ExitSignal';
  readonly code: number;

  constructor(code: number) {
    super(`process.exit(${code})`);
    this.code = code;
  }
}

const realNextTick = process.nextTick.bind(process);
const { versions, version, release, features, config } = process;

export class SimProcess extends EventEmitter {
  readonly #machine: Machine;
  readonly title = 'node';
  readonly version = version;
  readonly versions = versions;
  readonly release = release;
  readonly features = features;
  readonly config = config;
  readonly arch = 'x64';
  readonly platform = 'linux';
  readonly pid: number;
  readonly ppid: number;
  readonly execPath = '/usr/local/bin/node';
  readonly execArgv: string[] = [];
  readonly argv0 = 'node';
  argv: string[];
  env: Record<string, string | undefined>;
  readonly stdout;
  readonly stderr;
  #cwd: string;
  #umask = 0o022;
  #exitCode: ExitCode;
  exiting = false;

  constructor(machine: Machine) {
    super();
    this.#machine = machine;
    const parent = machine.options.parent?.machine;
    this.pid = pidOf(machine.leader);
    this.ppid = parent === undefined ? 1 : machine.leader === machine ? pidOf(parent.leader) : processOf(machine.leader).ppid;
    this.argv = [this.execPath, ...(machine.options.argv ?? [])];
    // A child has exactly the environment it was given.
    this.env = environment({ ...(parent === undefined ? ENVIRONMENT : {}), ...machine.options.env });
    this.#cwd = machine.options.cwd ?? '/';
    this.stdout = outputStream(machine, 1);
    this.stderr = outputStream(machine, 2);
  }

  get stdin(): StandardInput {
    return stdinOf(this.#machine);
  }

  /** Packages take functions off the object and call them on their own: then it is the process of the code that is running. */
  static #of(self: unknown): SimProcess {
    return typeof self === 'object' && self !== null && #machine in self ? self : processOf(current());
  }

  /** Through Node's own queue, so that its order against Node's internals and promises is the real one. */
  nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
    if (typeof callback !== 'function') throw invalidArgType('callback', 'of type function', callback);
    const machine = SimProcess.#of(this).#machine;
    realNextTick(runTick, machine, machine.life, callback, args);
  }

  cwd(): string {
    return SimProcess.#of(this).#cwd;
  }

  chdir(directory: unknown): void {
    if (typeof directory !== 'string') throw invalidArgType('directory', 'of type string', directory);
    const self = SimProcess.#of(this);
    self.#cwd = directoryOn(self.#machine, directory, self.#cwd);
  }

  umask(mask?: number | string): number {
    const self = SimProcess.#of(this);
    const before = self.#umask;
    if (mask !== undefined) self.#umask = (typeof mask === 'string' ? Number.parseInt(mask, 8) : mask) & 0o777;
    return before;
  }

  get exitCode(): ExitCode {
    return SimProcess.#of(this).#exitCode;
  }

  set exitCode(code: unknown) {
    SimProcess.#of(this).#exitCode = judgedExitCode(code);
  }

  exit(code?: unknown): never {
    const self = SimProcess.#of(this);
    if (code !== undefined) self.exitCode = code;
    if (!self.exiting) {
      self.exiting = true;
      self.emit('exit', self.exitCode ?? 0);
    }
    throw new ExitSignal(exitStatus(self.exitCode));
  }

  abort(): never {
    throw new ExitSignal(134);
  }

  reallyExit(code?: number): never {
    throw new ExitSignal(exitStatus(code));
  }

  /** Sends a signal to itself or to another simulated process. */
  kill(pid: unknown, signal?: unknown): true {
    return kill(SimProcess.#of(this).#machine, pid, signal);
  }

  uptime(): number {
    return SimProcess.#of(this).#machine.uptimeUs() / 1e6;
  }

  readonly hrtime = Object.assign(
    (earlier?: readonly [number, number]): [number, number] => {
      const us = this.#machine.uptimeUs() + HRTIME_START_US;
      const [seconds, nanos] = [Math.floor(us / 1e6), (us % 1e6) * 1000];
      if (earlier === undefined) return [seconds, nanos];
      const difference = nanos - earlier[1];
      return difference < 0 ? [seconds - earlier[0] - 1, difference + 1e9] : [seconds - earlier[0], difference];
    },
    { bigint: (): bigint => BigInt(this.#machine.uptimeUs() + HRTIME_START_US) * 1000n },
  );

  /** The same on every machine and in every run: real figures differ from run to run. */
  readonly memoryUsage = Object.assign(() => ({ ...MEMORY }), { rss: () => MEMORY.rss });

  cpuUsage(): { user: number; system: number } {
    return { user: SimProcess.#of(this).#machine.uptimeUs(), system: 0 };
  }

  resourceUsage(): { userCPUTime: number; systemCPUTime: number; maxRSS: number } {
    return { userCPUTime: SimProcess.#of(this).#machine.uptimeUs(), systemCPUTime: 0, maxRSS: MEMORY.rss / 1024 };
  }

  constrainedMemory(): number {
    return 0;
  }

  availableMemory(): number {
    return 8 * 2 ** 30;
  }

  getuid(): number {
    return 1000;
  }

  geteuid(): number {
    return 1000;
  }

  getgid(): number {
    return 1000;
  }

  getegid(): number {
    return 1000;
  }

  getgroups(): number[] {
    return [1000];
  }

  getActiveResourcesInfo(): string[] {
    return [];
  }

  emitWarning(
    warning: string | Error,
    options?: string | { readonly type?: string; readonly code?: string; readonly detail?: string },
    code?: string,
  ): void {
    const type = typeof options === 'string' ? options : (options?.type ?? 'Warning');
    const error = typeof warning === 'string' ? Object.assign(new Error(warning), { name: type }) : warning;
    const withCode = typeof options === 'object' ? options.code : code;
    if (withCode !== undefined) Object.assign(error, { code: withCode });
    const self = SimProcess.#of(this);
    realNextTick(() => {
      if (!self.emit('warning', error)) self.stderr.write(`(node:${self.pid}) ${String(error)}\n`);
    });
  }

  setUncaughtExceptionCaptureCallback(): never {
    throw notSimulated('process.setUncaughtExceptionCaptureCallback', "Listen for 'uncaughtException' instead.");
  }

  hasUncaughtExceptionCaptureCallback(): boolean {
    return false;
  }

  setSourceMapsEnabled(): void {}

  /** What the environment says already stays. */
  loadEnvFile(path: unknown = '.env'): void {
    const self = SimProcess.#of(this);
    for (const [name, value] of Object.entries(environmentIn(self.#machine, path))) if (!(name in self.env)) self.env[name] = value;
  }

  binding(name: string): object {
    return binding(name);
  }

  /** The simulated one, of course. */
  getBuiltinModule(id: string): unknown {
    return builtinOf(SimProcess.#of(this).#machine, id);
  }

  dlopen(): never {
    throw nodeError('ERR_DLOPEN_DISABLED', 'Native addons cannot be simulated; name the package as `external` to share it with the host.');
  }

  get [Symbol.toStringTag](): string {
    return 'process';
  }
}

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME, TZ: 'UTC', LANG: 'C.UTF-8' } as const;

/** What a process had queued dies with it, and with the run: a storm of ticks must not go on in the host. */
function runTick(machine: Machine, life: number, callback: (...args: unknown[]) => void, args: readonly unknown[]): void {
  if (activeKernel() !== machine.kernel || machine.life !== life) return;
  if (args.length === 0) callback();
  else callback(...args);
}

const MEMORY = { rss: 64 * 2 ** 20, heapTotal: 32 * 2 ** 20, heapUsed: 16 * 2 ** 20, external: 2 ** 20, arrayBuffers: 2 ** 17 };

/** hrtime counts from an arbitrary time in the past. */
const HRTIME_START_US = 100_000_000_000;

/** Values become text, as in a real environment. */
function environment(from: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return new Proxy<Record<string, string | undefined>>(
    { ...from },
    {
      set: (target, key, value) => (typeof key === 'string' ? Reflect.set(target, key, String(value)) : false),
      defineProperty: (target, key, { value }) =>
        Reflect.defineProperty(target, key, { value: String(value), writable: true, enumerable: true, configurable: true }),
    },
  );
}

const processPart: Part<SimProcess> = { name: 'process', create: (machine) => new SimProcess(machine) };

export function processOf(machine: Machine): SimProcess {
  return machine.part(processPart);
}

/** Its process object if its code ever asked for one. */
export function processIfAny(machine: Machine): SimProcess | undefined {
  return machine.peek(processPart);
}
