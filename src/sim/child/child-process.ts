/** `ChildProcess`: a process as the one that started it sees it. */
import { EventEmitter } from 'node:events';
import { current } from '../active.ts';
import type { Machine } from '../machine.ts';
import { abortError, refused } from '../node-error.ts';
import { inheritedOutput } from '../process/inherited-output.ts';
import { IpcEnd } from '../process/ipc.ts';
import { processHost } from '../process/process-host.ts';
import { processOf } from '../process/sim-process.ts';
import { signalGiven } from '../process/signals.ts';
import { ChildInput, ChildOutput } from './child-streams.ts';
import { startProcess } from './start-process.ts';
import { type SpawnArguments, type StdioTarget, stdioTargets } from './spawn-options.ts';

/** The system needs a moment to tell that a process is gone; on an idle machine its last words come first. */
const EXIT_US = 200;

const errnos: Readonly<Record<string, number>> = { ENOENT: -2, EACCES: -13, EAGAIN: -11, ENOMEM: -12 };

export class ChildProcess extends EventEmitter {
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  killed = false;
  spawnfile = '';
  spawnargs: string[] = [];
  stdin: ChildInput | null = null;
  stdout: ChildOutput | null = null;
  stderr: ChildOutput | null = null;
  stdio: (ChildInput | ChildOutput | null)[] = [];
  readonly #parent = current();
  readonly #life = this.#parent.life;
  #child: Machine | undefined;
  #ipc: IpcEnd | undefined;
  #isCounted = false;
  #hasExited = false;
  /** Events to wait for before 'close': the exit, and the end of every pipe. */
  #open = 1;

  /** @internal */
  begin({ file, args, options }: SpawnArguments): void {
    const targets = stdioTargets(options.stdio);
    this.spawnfile = file;
    this.spawnargs = [file, ...args];
    this.#makePipes(targets);
    const code = this.#parent.kernel.fault('proc.spawn', { machine: this.#parent, name: file });
    code?.mattered();
    const named = code?.spec.settings['code'];
    const wanted = code === undefined ? undefined : typeof named === 'string' ? named : 'EAGAIN';
    const started = startProcess(this.#parent, { file, args, options }, wanted, {
      stdout: sinkOf(targets[1], this.stdout, this.#parent, 1),
      stderr: sinkOf(targets[2], this.stderr, this.#parent, 2),
      hasInput: targets[0] === 'pipe',
      spawn: spawnChild,
      ended: (how) => this.#ended(how.code, how.signal),
      ...(targets.includes('ipc') ? { ipc: this.#openIpc(options.serialization ?? 'json') } : {}),
    });
    if (typeof started === 'string') this.#failed(started, file, args);
    else this.#running(started);
    if (options.signal !== undefined) this.#abortBy(options.signal, options.killSignal);
    if (options.timeout !== undefined && options.timeout > 0) this.#killAfter(options.timeout, options.killSignal);
  }

  #later(act: () => void): void {
    processOf(this.#parent).nextTick(act);
  }

  #makePipes(targets: readonly StdioTarget[]): void {
    if (targets[0] === 'pipe') this.stdin = new ChildInput();
    if (targets[1] === 'pipe') this.stdout = new ChildOutput(this.#parent, 'child.stdout');
    if (targets[2] === 'pipe') this.stderr = new ChildOutput(this.#parent, 'child.stderr');
    if (targets.slice(3).includes('pipe')) {
      throw refused('More pipes to a child than stdin, stdout and stderr are not simulated; use fork and messages.');
    }
    this.stdio = [this.stdin, this.stdout, this.stderr, ...targets.slice(3).map(() => null)];
    for (const pipe of [this.stdout, this.stderr]) {
      if (pipe === null) continue;
      this.#open += 1;
      pipe.once('close', () => this.#closeOne());
    }
  }

  #openIpc(serialization: 'json' | 'advanced'): IpcEnd {
    this.#ipc = new IpcEnd(this.#parent, this, serialization);
    return this.#ipc;
  }

  #running(child: Machine): void {
    this.#child = child;
    this.pid = processIdOf(child);
    this.stdin?.connect(child);
    this.ref();
    this.#later(() => this.emit('spawn'));
  }

  /** Nothing was started: as in Node, an 'error', and 'close' all the same. */
  #failed(code: string, file: string, args: readonly string[]): void {
    const errno = errnos[code] ?? -1;
    const error = Object.assign(new Error(`spawn ${file} ${code}`), {
      errno,
      code,
      syscall: `spawn ${file}`,
      path: file,
      spawnargs: [...args],
    });
    this.stdin?.destroy();
    this.#hasExited = true;
    this.exitCode = errno;
    this.#later(() => {
      this.stdout?.destroy();
      this.stderr?.destroy();
      this.emit('error', error);
      this.#closeOne();
    });
  }

  #ended(code: number | null, signal: string | null): void {
    if (this.#parent.life !== this.#life) return;
    this.#ipc?.lost();
    const { kernel } = this.#parent;
    kernel.arrive(this.#parent, 'child.exit', EXIT_US, () => this.#exit(code, signal), undefined);
    this.stdout?.finish();
    this.stderr?.finish();
  }

  #exit(code: number | null, signal: string | null): void {
    this.#hasExited = true;
    this.unref();
    this.exitCode = code;
    this.signalCode = signal;
    this.stdin?.destroy();
    this.emit('exit', code, signal);
    // Output nobody reads must not keep 'close' from coming.
    this.#later(() => {
      for (const pipe of [this.stdout, this.stderr]) if (pipe !== null && pipe.readableFlowing === null) pipe.resume();
    });
    this.#closeOne();
  }

  #closeOne(): void {
    this.#open -= 1;
    if (this.#open === 0) this.emit('close', this.exitCode, this.signalCode);
  }

  #abortBy(signal: AbortSignal, killSignal: string | number | undefined): void {
    const abort = () => {
      if (this.#hasExited) return;
      this.kill(killSignal);
      this.emit('error', abortError(signal.reason));
    };
    if (signal.aborted) this.#later(abort);
    else {
      signal.addEventListener('abort', abort, { once: true });
      this.once('exit', () => signal.removeEventListener('abort', abort));
    }
  }

  #killAfter(timeoutMs: number, killSignal: string | number | undefined): void {
    const { kernel } = this.#parent;
    const pending = kernel.timer(this.#parent, 'child.timeout', Math.round(timeoutMs * 1000), () => this.kill(killSignal), undefined);
    this.once('exit', () => kernel.cancel(pending));
  }

  kill(given?: unknown): boolean {
    const signal = signalGiven(given, 'kill');
    const child = this.#child;
    if (child === undefined || this.#hasExited || child.state !== 'running') return false;
    if (signal !== 0) {
      processHost(this.#parent.kernel).signal(child, signal);
      this.killed = true;
    }
    return true;
  }

  get connected(): boolean {
    return this.#ipc?.connected ?? false;
  }

  get channel(): IpcEnd | undefined {
    return this.connected ? this.#ipc : undefined;
  }

  send(message: unknown, ...rest: readonly unknown[]): boolean {
    if (this.#ipc === undefined) throw new TypeError('child.send is not a function');
    return this.#ipc.send(message, ...rest);
  }

  disconnect(): void {
    this.#ipc?.disconnect();
  }

  ref(): void {
    if (this.#isCounted || this.#hasExited || this.#child === undefined || this.#parent.life !== this.#life) return;
    this.#isCounted = true;
    this.#parent.handles += 1;
  }

  unref(): void {
    if (this.#isCounted && this.#parent.life === this.#life) this.#parent.handles -= 1;
    this.#isCounted = false;
  }

  [Symbol.dispose](): void {
    if (!this.killed) this.kill();
  }
}

export function spawnChild(what: SpawnArguments): ChildProcess {
  const child = new ChildProcess();
  child.begin(what);
  return child;
}

function processIdOf(child: Machine): number {
  return 1000 + child.loop.index * 100 + child.life;
}

function sinkOf(
  target: StdioTarget | undefined,
  pipe: ChildOutput | null,
  parent: Machine,
  fd: 1 | 2,
): ((chunk: Uint8Array) => void) | undefined {
  if (pipe !== null) return (chunk) => pipe.receive(chunk);
  if (target === 'inherit') return inheritedOutput(parent, fd);
  return typeof target === 'object' ? (chunk) => void target.write(chunk) : undefined;
}
