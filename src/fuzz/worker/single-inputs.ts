/** Executes single inputs, one after the other, in a worker that is replaced when an input costs it its life. */
import type { CostMetric, Measured } from '../../trace/profile/profile.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { ChoiceSequence } from '../input/choice-sequence.ts';
import { escalated, FuzzWorker, type OrderParts, refusalOf } from './fuzz-worker.ts';
import type { FuzzPrograms } from './place.ts';
import type { CodeFacts, FormName, FromWorker, ToWorker } from './protocol.ts';

/** Taken where finding out what a function takes cost a worker its life: what keeps the engine busy by itself is an expression, and that takes texts. */
export const AFTER_LOSS: FormName = 'string';

export interface Examined {
  readonly finding: RawFinding | undefined;
  /** Source text of the arguments. */
  readonly rendered: string;
  /** The input as it was understood: a generator may have needed less of it, or more. */
  readonly bytes: Uint8Array;
  /** Of a structured input. */
  readonly draws?: ChoiceSequence;
}

export class SingleInputs {
  readonly #programs: FuzzPrograms;
  #order: OrderParts;
  #worker: Promise<FuzzWorker> | undefined;
  form: FormName;
  code: CodeFacts = { files: [], packages: [] };

  constructor(programs: FuzzPrograms, order: OrderParts) {
    this.#programs = programs;
    this.#order = order;
    this.form = order.form;
  }

  /** The same for calls that may take only so long. */
  within(limitMs: number): SingleInputs {
    return new SingleInputs(this.#programs, {
      ...this.#order,
      form: this.form,
      hangTimeoutMs: Math.min(limitMs, this.#order.hangTimeoutMs),
    });
  }

  /** Loads the target. */
  async open(): Promise<void> {
    await this.#ready();
  }

  async examine(bytes: Uint8Array): Promise<Examined> {
    const answer = await this.#ask({ is: 'examine', bytes });
    // The next worker tells what the input was that cost the last one its life.
    if ('lost' in answer) return { ...(await this.#read(bytes)), finding: answer.lost };
    return examinedOf(answer);
  }

  async #read(bytes: Uint8Array): Promise<Examined> {
    const answer = await this.#ask({ is: 'read', bytes });
    return 'lost' in answer ? { finding: undefined, rendered: '', bytes } : examinedOf(answer);
  }

  /** The features the input reaches; undefined when the worker did not survive it. */
  async cover(bytes: Uint8Array): Promise<Uint32Array | undefined> {
    const answer = await this.#ask({ is: 'cover', bytes });
    return 'lost' in answer || answer.is !== 'covered' ? undefined : answer.features;
  }

  /** What such a call costs; undefined when the worker did not survive it, or was told to stop. */
  async measure(bytes: Uint8Array, signal: AbortSignal): Promise<Measured | undefined> {
    const stopped = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      else signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const answer = await Promise.race([stopped, this.#ask({ is: 'measure', bytes })]);
    if (answer === undefined) await this.close();
    return answer === undefined || 'lost' in answer || answer.is !== 'measured' ? undefined : answer.measured;
  }

  /** What one such call costs on average; undefined when it does not come back, or the worker did not survive it. */
  async cost(bytes: Uint8Array, metric: CostMetric): Promise<number | undefined> {
    const answer = await this.#ask({ is: 'cost', bytes, metric });
    return 'lost' in answer || answer.is !== 'costed' ? undefined : answer.cost;
  }

  async close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    await worker?.close();
    this.#worker = undefined;
  }

  #ready(): Promise<FuzzWorker> {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Promise<FuzzWorker> {
    return new Promise((resolve, reject) => {
      const worker = new FuzzWorker(this.#programs, { ...this.#order, form: this.form });
      worker.attend({
        heard: (message) => {
          if (message.is === 'refused' || message.is === 'broken') {
            void worker.close();
            return this.#escalates(message) ? resolve(this.#start()) : reject(refusalOf(message));
          }
          if (message.is !== 'ready') return;
          this.form = message.form;
          this.code = message.code;
          worker.hold(false);
          resolve(worker);
        },
        lost: ({ finding }) => {
          this.#worker = undefined;
          // It did not come back while it was tried what it takes.
          if (this.form !== 'auto') return reject(new Error(finding.message));
          this.form = AFTER_LOSS;
          resolve(this.#start());
        },
        failed: reject,
      });
    });
  }

  /** From now on in a process, if that is all that is missing. */
  #escalates(message: FromWorker): boolean {
    const order = escalated(this.#order, message);
    this.#order = order ?? this.#order;
    return order !== undefined;
  }

  async #ask(question: Exclude<ToWorker, { readonly is: 'search' }>): Promise<FromWorker | { readonly lost: RawFinding }> {
    const worker = await this.#ready();
    return new Promise((resolve, reject) => {
      worker.attend({
        heard: (message) => {
          worker.hold(false);
          if (message.is === 'remarked') return;
          if (message.is !== 'refused' && message.is !== 'broken') return resolve(message);
          if (!this.#escalates(message)) return reject(refusalOf(message));
          void this.close().then(() => this.#ask(question).then(resolve, reject));
        },
        lost: ({ finding }) => {
          this.#worker = undefined;
          resolve({ lost: finding });
        },
        failed: reject,
      });
      worker.hold(true);
      worker.post(question);
    });
  }
}

function examinedOf(answer: FromWorker): Examined {
  if (answer.is !== 'examined') throw new Error(`the worker said ${answer.is} where it was asked to examine`);
  const { finding, rendered, bytes, draws } = answer;
  if (draws === undefined) return { finding, rendered, bytes };
  const { words, numbers, objects, spanNumbers } = draws;
  return { finding, rendered, bytes, draws: new ChoiceSequence(words, numbers, objects, spanNumbers) };
}
