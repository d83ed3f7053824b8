/**
 * `Worker`: a thread as a machine of its own, with its own event loop and modules, on the disk and in the process of the one that
 * started it. Messages are copied; shared memory is shared, but nobody can wait on it.
 */
import { EventEmitter } from 'node:events';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHARE_ENV } from 'node:worker_threads';
import { current } from '../active.ts';
import { ChildInput, ChildOutput } from '../child/child-streams.ts';
import type { Machine, OutputSink } from '../machine.ts';
import { connectedPorts, copyForMachine, type SimMessagePort } from '../message/message-port.ts';
import { invalidArgType, nodeError, notSimulated } from '../node-error.ts';
import { startChild } from '../process/child-machine.ts';
import { inheritedOutput } from '../process/inherited-output.ts';
import { processHost } from '../process/process-host.ts';
import { processOf } from '../process/sim-process.ts';
import { nextThreadId, setThread, threadOf } from './thread.ts';

interface WorkerOptions {
  readonly workerData?: unknown;
  readonly transferList?: readonly unknown[];
  readonly env?: unknown;
  readonly argv?: readonly unknown[];
  readonly execArgv?: readonly string[];
  readonly eval?: boolean;
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly resourceLimits?: object;
  readonly name?: string;
}

export class Worker extends EventEmitter {
  readonly stdin: ChildInput | null;
  readonly stdout: ChildOutput;
  readonly stderr: ChildOutput;
  readonly resourceLimits = {};
  readonly performance = { eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }) };
  threadId: number;
  readonly #parent = current();
  readonly #life = this.#parent.life;
  readonly #port: SimMessagePort;
  readonly #machine: Machine;
  #end: { readonly code: number; readonly error: readonly unknown[] } | undefined;
  #failure: readonly unknown[] = [];
  #isPortClosed = false;
  #isOver = false;

  constructor(file: unknown, options: WorkerOptions = {}) {
    super();
    const path = workerPath(file, options, this.#parent);
    this.threadId = nextThreadId(this.#parent);
    this.stdin = options.stdin === true ? new ChildInput() : null;
    this.stdout = new ChildOutput(this.#parent, 'worker.stdout');
    this.stderr = new ChildOutput(this.#parent, 'worker.stderr');
    if (options.resourceLimits !== undefined) {
      processOf(this.#parent).emitWarning('resourceLimits of a Worker have no effect in a simulation', 'FozzyWarning');
    }
    this.#machine = this.#start(path, options);
    this.stdin?.connect(this.#machine);
    const [mine, theirs] = connectedPorts(this.#parent, this.#machine);
    this.#port = mine;
    const workerData = copyForMachine(this.#machine, options.workerData ?? null, options.transferList);
    setThread(this.#machine, {
      id: this.threadId,
      parentPort: theirs,
      workerData,
      environmentData: new Map(threadOf(this.#parent).environmentData),
    });
    mine.on('message', (value) => this.emit('message', value));
    mine.on('close', () => {
      this.#isPortClosed = true;
      this.#finish();
    });
  }

  #start(path: string, options: WorkerOptions): Machine {
    const own = processOf(this.#parent);
    const env = options.env === undefined || options.env === SHARE_ENV || options.env === null ? own.env : options.env;
    const stdio: { readonly stdout: OutputSink; readonly stderr: OutputSink } = {
      stdout: options.stdout === true ? (chunk) => this.stdout.receive(chunk) : inheritedOutput(this.#parent, 1),
      stderr: options.stderr === true ? (chunk) => this.stderr.receive(chunk) : inheritedOutput(this.#parent, 2),
    };
    return startChild(
      this.#parent,
      'worker',
      {
        argv: [path, ...(options.argv ?? []).map(String)],
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
        cwd: own.cwd(),
        stdio,
        ...(this.stdin === null ? {} : { stdin: 'pipe' as const }),
        ...(this.#parent.options.image === undefined ? {} : { image: this.#parent.options.image }),
        parent: {
          machine: this.#parent,
          as: 'thread',
          ended: ({ code }) => this.#ended(code ?? 1),
          failed: (error) => {
            this.#failure = [error];
          },
        },
      },
      (machine) => {
        const inner = processOf(machine);
        inner.execArgv.push(...(options.execArgv ?? own.execArgv));
        if (options.env === SHARE_ENV) inner.env = own.env;
        machine.kernel.arrive(this.#parent, 'worker.online', 0, () => this.emit('online'), undefined);
        return processHost(machine.kernel).startModule(machine, path);
      },
    );
  }

  #ended(code: number): void {
    if (this.#parent.life !== this.#life) return;
    this.#end = { code, error: this.#failure };
    this.stdout.finish();
    this.stderr.finish();
    const { kernel } = this.#parent;
    if (this.#isPortClosed) kernel.arrive(this.#parent, 'worker.exit', 0, () => this.#finish(), undefined);
  }

  /** After the last message. */
  #finish(): void {
    if (this.#end === undefined || this.#isOver) return;
    this.#isOver = true;
    this.threadId = -1;
    const { code, error } = this.#end;
    try {
      if (error.length > 0) this.emit('error', error[0]);
    } finally {
      this.emit('exit', code);
    }
  }

  postMessage(...args: readonly [message?: unknown, transfer?: unknown]): void {
    this.#port.postMessage(...args);
  }

  terminate(callback?: (error: null, code: number) => void): Promise<number | undefined> {
    if (callback !== undefined) this.once('exit', (code: number) => callback(null, code));
    if (this.#isOver) return Promise.resolve(undefined);
    const exit = new Promise<number>((done) => {
      this.once('exit', done);
    });
    this.#port.ref();
    processHost(this.#parent.kernel).end(this.#machine, 1);
    return exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminate();
  }

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }

  getHeapSnapshot(): never {
    throw notSimulated('worker.getHeapSnapshot', 'All threads share the heap of the simulation.');
  }

  getHeapStatistics(): never {
    throw notSimulated('worker.getHeapStatistics', 'All threads share the heap of the simulation.');
  }
}

function workerPath(file: unknown, options: WorkerOptions, machine: Machine): string {
  if (options.eval === true) {
    throw notSimulated(
      'new Worker(code, { eval: true })',
      'Put the code of the worker into a file, so that it can be loaded like every module.',
    );
  }
  if (file instanceof URL) {
    if (file.protocol === 'file:') return fileURLToPath(file);
    throw notSimulated(`new Worker(new URL('${file.protocol}…'))`, 'Put the code of the worker into a file.');
  }
  if (typeof file !== 'string') throw invalidArgType('filename', 'of type string or an instance of URL', file);
  if (!isAbsolute(file) && !/^\.\.?[/\\]/u.test(file)) {
    const message = `The worker script or module filename must be an absolute path or a relative path starting with './' or '../'. Received "${file}"`;
    throw nodeError('ERR_WORKER_PATH', message, TypeError);
  }
  return resolve(processOf(machine).cwd(), file);
}
