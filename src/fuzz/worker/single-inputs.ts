/** Executes single inputs, one after the other, in a worker that is replaced when an input costs it its life. */
import type { RawFinding } from '../oracle/raw-finding.ts';
import { ChoiceSequence } from '../input/choice-sequence.ts';
import { FuzzWorker, type OrderParts, refusalOf } from './fuzz-worker.ts';
import type { CodeFacts, FormName, FromWorker } from './protocol.ts';

export interface Examined {
  readonly finding: RawFinding | undefined;
  /** Source text of the arguments; empty when the worker did not survive. */
  readonly rendered: string;
  /** The input as it was understood: a generator may have needed less of it, or more. */
  readonly bytes: Uint8Array;
  /** Of a structured input. */
  readonly draws?: ChoiceSequence;
}

export class SingleInputs {
  readonly #entry: string;
  readonly #order: OrderParts;
  #worker: Promise<FuzzWorker> | undefined;
  form: FormName;
  code: CodeFacts = { files: [], packages: [] };

  constructor(entry: string, order: OrderParts) {
    this.#entry = entry;
    this.#order = order;
    this.form = order.form;
  }

  /** The same for calls that may take only so long. */
  within(limitMs: number): SingleInputs {
    return new SingleInputs(this.#entry, { ...this.#order, form: this.form, hangTimeoutMs: Math.min(limitMs, this.#order.hangTimeoutMs) });
  }

  /** Loads the target. */
  async open(): Promise<void> {
    await this.#ready();
  }

  async examine(bytes: Uint8Array): Promise<Examined> {
    const answer = await this.#ask({ is: 'examine', bytes });
    if ('lost' in answer) return { finding: answer.lost, rendered: '', bytes };
    if (answer.is !== 'examined') throw new Error(`the worker said ${answer.is} where it was asked to examine`);
    const { finding, rendered, bytes: understood, draws } = answer;
    if (draws === undefined) return { finding, rendered, bytes: understood };
    const { words, numbers, objects, spanNumbers } = draws;
    return { finding, rendered, bytes: understood, draws: new ChoiceSequence(words, numbers, objects, spanNumbers) };
  }

  /** The features the input reaches; undefined when the worker did not survive it. */
  async cover(bytes: Uint8Array): Promise<Uint32Array | undefined> {
    const answer = await this.#ask({ is: 'cover', bytes });
    return 'lost' in answer || answer.is !== 'covered' ? undefined : answer.features;
  }

  async close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    await worker?.close();
    this.#worker = undefined;
  }

  #ready(): Promise<FuzzWorker> {
    this.#worker ??= new Promise((resolve, reject) => {
      const worker = new FuzzWorker(this.#entry, { ...this.#order, form: this.form });
      worker.attend({
        heard: (message) => {
          if (message.is === 'refused' || message.is === 'broken') {
            void worker.close();
            return reject(refusalOf(message));
          }
          if (message.is !== 'ready') return;
          this.form = message.form;
          this.code = message.code;
          worker.hold(false);
          resolve(worker);
        },
        lost: ({ finding }) => reject(new Error(finding.message)),
        failed: reject,
      });
    });
    return this.#worker;
  }

  async #ask(question: {
    readonly is: 'examine' | 'cover';
    readonly bytes: Uint8Array;
  }): Promise<FromWorker | { readonly lost: RawFinding }> {
    const worker = await this.#ready();
    return new Promise((resolve, reject) => {
      worker.attend({
        heard: (message) => {
          worker.hold(false);
          if (message.is === 'refused' || message.is === 'broken') reject(refusalOf(message));
          else resolve(message);
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
