/**
 * Makes runs in processes of their own: nothing of one run can reach another, and whatever the subject does to its process, Fozzy goes
 * on. Decisions are made here, so every search and every recording works as it does without processes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { FozzyError } from '../../base/problem.ts';
import { completeRecords } from '../../decide/complete-records.ts';
import type { Decider } from '../../decide/decider.ts';
import { answerQuestion } from '../../decide/remote.ts';
import type { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { type Needed, NeedsCode } from '../../sim/subject/needs-code.ts';
import type { RunEdits } from '../../campaign/subject.ts';
import { holdLive } from '../../world/host/live.ts';
import { builtProgram } from '../built-program.ts';
import { deadWorker, type Death, silentWorker } from './worker-death.ts';
import { asLine, HEARS, type Order, type Saying, SAYS } from './worker-protocol.ts';

/** Far beyond the limit the worker itself sets to code that does not come back. */
const SILENCE_MS = 60_000;
const STDERR_CHARS_MAX = 65_536;

export type OrderParts = Pick<Order, 'cwd' | 'file' | 'name' | 'options' | 'deadline'> & { readonly projectFile: string };

/** Undefined when there is no build. */
export function workerEntry(): string | undefined {
  return builtProgram('simulation-worker');
}

export class ProcessRunner {
  readonly #entry: string;
  readonly #parts: OrderParts;

  constructor(entry: string, parts: OrderParts) {
    this.#entry = entry;
    this.#parts = parts;
  }

  run(decider: Decider, sink: EventSink | undefined, edits: RunEdits | undefined, needed: readonly Needed[]): Promise<Outcome> {
    const { projectFile: _projectFile, ...parts } = this.#parts;
    const order: Order = {
      ...parts,
      needed,
      withoutClients: [...(edits?.withoutClients ?? [])],
      observed: sink !== undefined,
      chronicle: decider.source.chronicle !== undefined,
    };
    return new Promise((resolve, reject) => {
      new WorkerRun({ entry: this.#entry, parts: this.#parts, decider, sink, resolve, reject }).start(order);
    });
  }
}

interface RunParts {
  readonly entry: string;
  readonly parts: OrderParts;
  readonly decider: Decider;
  readonly sink: EventSink | undefined;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** One worker from its start to its end. */
class WorkerRun {
  readonly #run: RunParts;
  #child: ChildProcess | undefined;
  #stderr = '';
  #begun = false;
  #settled = false;
  #silence: NodeJS.Timeout | undefined;
  #release: () => void = () => undefined;

  constructor(run: RunParts) {
    this.#run = run;
  }

  start(order: Order): void {
    const child = spawn(process.execPath, [...process.execArgv.filter(isLimit), this.#run.entry], {
      cwd: order.cwd,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A group of its own, so that whatever it starts can be ended with it.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    this.#release = holdLive(() => this.#kill());
    this.#silence = setTimeout(() => this.#settle(() => silentWorker(this.#death(null, null))), SILENCE_MS);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARS_MAX);
    });
    child.once('error', (error) => this.#fail(error));
    child.once('close', (code, signal) => this.#settle(() => this.#died(code, signal)));
    // Reason for the casts: both were asked for as pipes, one in each direction.
    const hears = child.stdio[HEARS] as Writable;
    const says = child.stdio[SAYS] as Readable; // a pipe from the worker
    hears.on('error', () => undefined);
    hears.write(asLine(order));
    createInterface({ input: says }).on('line', (line) => this.#hear(JSON.parse(line) as Saying, hears)); // written by worker-entry.ts
  }

  #hear(saying: Saying, hears: Writable): void {
    this.#silence?.refresh();
    switch (saying.is) {
      case 'begun':
        this.#begun = true;
        return;
      case 'question':
        this.#answer(saying, hears);
        return;
      case 'done':
        return this.#settle(() => this.#outcome(saying));
      case 'needs':
        return this.#fail(new NeedsCode(saying.needed));
      case 'refused':
        return this.#fail(new FozzyError(saying.code, saying.message, saying));
      case 'broken':
        return this.#fail(new Error(`a worker failed: ${saying.message}`));
    }
  }

  #answer({ question }: Saying & { readonly is: 'question' }, hears: Writable): void {
    try {
      hears.write(asLine(answerQuestion(this.#run.decider, question)));
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #outcome({ outcome, stopped }: Saying & { readonly is: 'done' }): Outcome {
    const { decider, sink } = this.#run;
    for (const { time_ms: timeMs, name, source, fields } of outcome.events) sink?.emit(timeMs, name, source, fields);
    const { mismatch, ...rest } = outcome;
    const unusedDecisions = stopped || mismatch !== null ? 0 : decider.unused;
    const log = stopped ? completeRecords(decider.log) : decider.log;
    return { ...rest, mismatch: mismatch ?? undefined, memory: undefined, log, events: sink?.events ?? [], unusedDecisions };
  }

  /** It ended without a word: the subject ended it, unless it had not begun yet. */
  #died(code: number | null, signal: string | null): Outcome {
    if (this.#begun) return deadWorker(this.#death(code, signal));
    throw new FozzyError(
      'module_load_failed',
      `a process for a run could not be started: ${this.#stderr.trim() || `it ended with ${signal ?? code}`}`,
    );
  }

  #death(code: number | null, signal: string | null): Death {
    const { decider, sink, parts } = this.#run;
    return { code, signal, stderr: this.#stderr, log: completeRecords(decider.log), events: sink?.events ?? [], parts };
  }

  #settle(outcome: () => Outcome): void {
    if (this.#settled) return;
    try {
      const made = outcome();
      this.#end();
      this.#run.resolve(made);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #fail(error: Error): void {
    if (this.#settled) return;
    this.#end();
    this.#run.reject(error);
  }

  #end(): void {
    this.#settled = true;
    clearTimeout(this.#silence);
    this.#kill();
    this.#release();
  }

  #kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}

/** Of the options of Node only those are passed on that limit what a process may use. */
function isLimit(option: string): boolean {
  return /^--(?:max-|stack-size)/u.test(option);
}
