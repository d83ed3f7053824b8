/**
 * Makes runs in processes of their own: nothing of one run can reach another, and whatever the subject does to its process, Fozzy goes
 * on. Decisions are made here, so every search and every recording works as it does without processes.
 */
import { FozzyError } from '../../base/problem.ts';
import { completeRecords } from '../../decide/complete-records.ts';
import type { Decider } from '../../decide/decider.ts';
import { answerQuestion, hearLastWords } from '../../decide/remote.ts';
import type { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { type Needed, NeedsCode } from '../../sim/subject/needs-code.ts';
import { leftOutBy } from '../../campaign/shrink/left-out.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import type { MeasuredRun, Measuring, RunsApart } from '../../trace/profile/measured-run.ts';
import { deadWorker, type Death, silentWorker } from './worker-death.ts';
import { WorkerProcess, type WorkerEnd } from './worker-process.ts';
import type { RunOrder, Saying } from './worker-protocol.ts';

export type OrderParts = Pick<RunOrder, 'cwd' | 'file' | 'name' | 'options' | 'cache' | 'deadline'> & { readonly projectFile: string };

export class ProcessRunner implements RunsApart {
  readonly #entry: string;
  readonly #parts: OrderParts;
  measuring: Measuring | undefined;

  constructor(entry: string, parts: OrderParts) {
    this.#entry = entry;
    this.#parts = parts;
  }

  run(decider: Decider, sink: EventSink | undefined, edits: RunEdits | undefined, needed: readonly Needed[]): Promise<Outcome> {
    const { projectFile: _projectFile, ...parts } = this.#parts;
    const { measuring } = this;
    const order: RunOrder = {
      is: 'run',
      ...parts,
      needed,
      leftOut: leftOutBy(edits ?? {}),
      transitionsMax: edits?.transitionsMax,
      inTurn: edits?.inTurn === true,
      observed: sink !== undefined,
      chronicle: decider.source.chronicle !== undefined,
      measure: measuring?.what,
    };
    return new Promise((resolve, reject) => {
      new WorkerRun({ parts: this.#parts, decider, sink, measured: measuring?.heard, resolve, reject }).start(this.#entry, order);
    });
  }
}

interface RunParts {
  readonly parts: OrderParts;
  readonly decider: Decider;
  readonly sink: EventSink | undefined;
  readonly measured: ((measured: MeasuredRun) => void) | undefined;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** One worker from its start to its end. */
class WorkerRun {
  readonly #run: RunParts;
  #worker: WorkerProcess | undefined;
  #begun = false;
  #settled = false;

  constructor(run: RunParts) {
    this.#run = run;
  }

  start(entry: string, order: RunOrder): void {
    this.#worker = new WorkerProcess(entry, order, {
      said: (saying) => this.#hear(saying),
      died: (end) => this.#settle(() => this.#died(end)),
      fellSilent: (end) => this.#settle(() => silentWorker(this.#death(end))),
      failed: (error) => this.#fail(error),
    });
  }

  #hear(saying: Saying): void {
    switch (saying.is) {
      case 'begun':
        this.#begun = true;
        return;
      case 'question':
        this.#answer(saying);
        return;
      case 'done':
        return this.#settle(() => this.#outcome(saying));
      case 'needs':
        return this.#fail(new NeedsCode(saying.needed));
      case 'refused':
        return this.#fail(new FozzyError(saying.code, saying.message, saying));
      case 'broken':
        return this.#fail(new Error(`a worker failed: ${saying.message}`));
      case 'begins':
      case 'records':
      case 'searched':
        return this.#fail(new Error('a worker that makes one run speaks of a search'));
    }
  }

  #answer({ question }: Saying & { readonly is: 'question' }): void {
    try {
      this.#worker?.tell(answerQuestion(this.#run.decider, question));
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #outcome({ outcome, stopped, last, measured }: Saying & { readonly is: 'done' }): Outcome {
    const { decider, sink } = this.#run;
    if (measured !== undefined) this.#run.measured?.(measured);
    if (last !== undefined) hearLastWords(decider, last);
    for (const { time_ms: timeMs, name, source, fields } of outcome.events) sink?.emit(timeMs, name, source, fields);
    const { mismatch, ...rest } = outcome;
    const unusedDecisions = stopped || mismatch !== null ? 0 : decider.unused;
    const log = stopped ? completeRecords(decider.log) : decider.log;
    return { ...rest, mismatch: mismatch ?? undefined, memory: undefined, log, events: sink?.events ?? [], unusedDecisions };
  }

  /** It ended without a word: the subject ended it, unless it had not begun yet. */
  #died(end: WorkerEnd): Outcome {
    if (this.#begun) return deadWorker(this.#death(end));
    throw notStarted(end);
  }

  #death(end: WorkerEnd): Death {
    const { decider, sink, parts } = this.#run;
    return { ...end, log: completeRecords(decider.log), events: sink?.events ?? [], parts };
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
    this.#worker?.end();
  }
}

export function notStarted({ code, signal, stderr }: WorkerEnd): FozzyError {
  return new FozzyError(
    'module_load_failed',
    `a process for a run could not be started: ${stderr.trim() || `it ended with ${signal ?? code}`}`,
  );
}
