/**
 * Decisions of an earlier run, found again by name instead of by position. When the subject was
 * edited or shrunk, each remaining question still gets the answer it had: a pick follows the
 * recorded order of names, draws and outside answers are queued per asker. Unknown questions get
 * the calm answer.
 */
import { canonicalJson, isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { parseU64 } from '../base/u64.ts';
import { Kind, layoutOf } from './kinds.ts';
import type { DecisionSource, Offer } from './source.ts';

/** A decision with the name of the question it answered. */
export interface NamedAnswer {
  readonly kind: string;
  readonly name: string;
  readonly answer: Json;
}

export class RecordedSource implements DecisionSource {
  hi = 0;
  lo = 0;
  readonly #picks: readonly NamedAnswer[];
  readonly #queues = new Map<string, NamedAnswer[]>();
  readonly #taken: boolean[] = [];
  #from = 0;

  constructor(answers: readonly NamedAnswer[]) {
    this.#picks = answers.filter((answer) => answer.kind === 'scheduler_pick');
    for (const answer of answers) {
      if (answer.kind === 'scheduler_pick') continue;
      const key = queueName(answer.kind, answer.name);
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [answer]);
      else queue.push(answer);
    }
  }

  pick(offer: Offer): number {
    if (offer.kind !== Kind.schedulerPick) return this.#pickQueued(offer);
    for (let at = this.#from; at < this.#picks.length; at += 1) {
      if (this.#taken[at] === true) continue;
      const index = indexIn(offer, this.#picks[at]?.name);
      if (index < 0) continue;
      this.#taken[at] = true;
      while (this.#taken[this.#from] === true) this.#from += 1;
      return index;
    }
    return 0;
  }

  draw(call: string): void {
    const value = fieldOf(this.#shift('rand_u64', call), 'value');
    const parsed = typeof value === 'string' ? parseU64(value) : undefined;
    this.hi = parsed?.hi ?? 0;
    this.lo = parsed?.lo ?? 0;
  }

  chance(call: string): boolean {
    return fieldOf(this.#shift('net_drop', call), 'dropped') === true;
  }

  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined {
    return this.#shift(layoutOf(kind).name, call, asked)?.answer;
  }

  position(): number {
    return 0;
  }

  rewind(): void {}

  #pickQueued(offer: Offer): number {
    const answer = fieldOf(this.#shift('net_deliver_pick', offer.nameOf(-1)), 'answer');
    return typeof answer === 'number' ? Math.min(answer, offer.count - 1) : 0;
  }

  /** The next answer to this question; answers to another call of the same asker are passed over and stay for it. */
  #shift(kind: string, name: string, asked?: JsonObject): NamedAnswer | undefined {
    const queue = this.#queues.get(queueName(kind, name));
    if (queue === undefined || queue[0]?.kind !== kind) return undefined;
    const at = asked === undefined ? 0 : queue.findIndex(({ answer }) => answersCall(answer, asked));
    return at < 0 ? undefined : queue.splice(at, 1)[0];
  }
}

/** A deadline strikes after the waits before it, so both are one sequence. */
function queueName(kind: string, name: string): string {
  return `${kind === 'timeout' ? 'time_sleep_ms' : kind} ${name}`;
}

function answersCall(answer: Json, asked: JsonObject): boolean {
  if (typeof answer !== 'object' || answer === null || isArray(answer)) return false;
  return Object.entries(asked).every(([key, value]) => canonicalJson(answer[key] ?? null) === canonicalJson(value ?? null));
}

function fieldOf(named: NamedAnswer | undefined, field: string): Json | undefined {
  const answer = named?.answer;
  return typeof answer === 'object' && answer !== null && !isArray(answer) ? answer[field] : undefined;
}

function indexIn(offer: Offer, name: string | undefined): number {
  if (name === undefined) return -1;
  for (let index = 0; index < offer.count; index += 1) {
    if (offer.nameOf(index) === name) return index;
  }
  return -1;
}

/** The causal name of "this task runs this step". */
export function pickName(task: string, origin: string): string {
  return `${task} ${origin}`;
}
