/** A reading position in a recorded log: what was decided next, and whether a new record agrees with it. */
import { canonicalJson } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { isTextField, layoutOf } from './kinds.ts';
import type { DecisionLog } from './log.ts';

export class LogCursor {
  readonly log: DecisionLog;
  /** Index of the decision under the cursor. */
  index = 0;
  #slot = 0;

  constructor(log: DecisionLog) {
    this.log = log;
  }

  /** Kind of the decision under the cursor, -1 at the end. */
  get kind(): number {
    return this.log.slots.at(this.#slot);
  }

  /** The n-th slot of the decision under the cursor, counted after the kind. */
  slot(n: number): number {
    return this.log.slots.at(this.#slot + 1 + n);
  }

  record(): JsonObject | null {
    return this.kind < 0 ? null : this.log.recordAt(this.#slot);
  }

  answer(): Json {
    return this.log.answerAt(this.#slot);
  }

  advance(): void {
    this.#slot += layoutOf(this.kind).slots;
    this.index += 1;
  }

  agreesWith(other: LogCursor): boolean {
    return this.agrees(other.log, other.#slot);
  }

  /** Whether the record at `slot` of another log says the same; texts and payloads by value. */
  agrees(other: DecisionLog, slot: number): boolean {
    const kind = this.kind;
    if (kind < 0 || other.slots.at(slot) !== kind) return false;
    let n = 0;
    for (const field of layoutOf(kind).fields) {
      const mine = this.slot(n);
      const theirs = other.slots.at(slot + 1 + n);
      if (isTextField(field.type)) {
        if (this.log.textOf(mine) !== other.textOf(theirs)) return false;
      } else if (field.type === 'payload') {
        if (!samePayload(this.log.payloadOf(mine), other.payloadOf(theirs))) return false;
      } else if (mine !== theirs) return false;
      n += 1;
      if (field.type === 'u64') {
        if (this.slot(n) !== other.slots.at(slot + 1 + n)) return false;
        n += 1;
      }
    }
    return true;
  }
}

/** Replayed answers are usually the very objects that were recorded. */
function samePayload(a: Json, b: Json): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
