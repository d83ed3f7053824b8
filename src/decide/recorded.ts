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
  /** Of each name, the places its picks had in the recorded order, the next one last. */
  readonly #places = new Map<string, number[]>();
  readonly #queues = new Map<string, NamedAnswer[]>();

  constructor(answers: readonly NamedAnswer[]) {
    for (let place = answers.length - 1; place >= 0; place -= 1) {
      const answer = answers[place];
      if (answer === undefined) continue;
      if (answer.kind === PICK) append(this.#places, answer.name, place);
      else append(this.#queues, queueName(answer.kind, answer.name), answer);
    }
  }

  /** Whichever of the offered names comes first in the recorded order. */
  pick(offer: Offer): number {
    if (offer.kind !== Kind.schedulerPick) return this.#pickQueued(offer);
    let chosen: number[] | undefined;
    let index = 0;
    for (let at = 0; at < offer.count; at += 1) {
      const places = this.#places.get(offer.nameOf(at));
      const place = places?.at(-1);
      if (place === undefined || place >= (chosen?.at(-1) ?? Infinity)) continue;
      chosen = places;
      index = at;
    }
    chosen?.pop();
    return index;
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
    if (queue?.at(-1)?.kind !== kind) return undefined;
    if (asked === undefined) return queue.pop();
    const at = queue.findLastIndex(({ answer }) => answersCall(answer, asked));
    return at < 0 ? undefined : queue.splice(at, 1)[0];
  }
}

const PICK = layoutOf(Kind.schedulerPick).name;

function append<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
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

/** The causal name of "this task runs this step". */
export function pickName(task: string, origin: string): string {
  return `${task} ${origin}`;
}
