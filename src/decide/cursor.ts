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
    return this.log.kindAt(this.#slot);
  }

  /** The n-th slot of the decision under the cursor, counted after the kind. */
  slot(n: number): number {
    return this.log.numberAt(this.#slot, 1 + n);
  }

  record(): JsonObject | null {
    return this.kind < 0 ? null : this.log.recordAt(this.#slot);
  }

  answer(): Json {
    return this.log.answerAt(this.#slot);
  }

  advance(): void {
    this.#slot = this.log.after(this.#slot);
    this.index += 1;
  }

  /** Whether the decision under another cursor says the same; texts and payloads by value. */
  agreesWith(other: LogCursor): boolean {
    const kind = this.kind;
    if (kind < 0 || other.kind !== kind) return false;
    let n = 0;
    for (const field of layoutOf(kind).fields) {
      const mine = this.slot(n);
      const theirs = other.slot(n);
      if (isTextField(field.type)) {
        if (this.log.textOf(mine) !== other.log.textOf(theirs)) return false;
      } else if (field.type === 'payload') {
        if (!samePayload(this.log.payloadOf(mine), other.log.payloadOf(theirs))) return false;
      } else if (mine !== theirs) return false;
      n += 1;
      if (field.type === 'u64') {
        if (this.slot(n) !== other.slot(n)) return false;
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
