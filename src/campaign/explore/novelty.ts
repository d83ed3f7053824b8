/**
 * What a run had that no run before it had: which transition ran after which while so much else was waiting, which answer a question
 * got, which block of code was reached. It is read off the log of decisions, so it costs the run nothing.
 */
import { RollingHash } from '../../base/rolling-hash.ts';
import { LogCursor } from '../../decide/cursor.ts';
import { Kind } from '../../decide/kinds.ts';
import type { DecisionLog } from '../../decide/log.ts';

/** With more at once, how many more makes no difference. */
const OPTIONS_TOLD_APART = 8;
/** Enough to tell anything from anything; beyond it nothing counts as new. */
const KNOWN_MAX = 1_000_000;

export class Novelty {
  readonly #known = new Set<number>();
  readonly #blocks = new Set<number>();
  readonly #textHashes = new Map<string, number>();
  readonly #hash = new RollingHash();

  /** How much of this run is new; from now on it is known. */
  judge(log: DecisionLog, blocks: Iterable<number> = []): number {
    let fresh = 0;
    let before = 0;
    const cursor = new LogCursor(log);
    for (; cursor.kind >= 0; cursor.advance()) {
      const { kind } = cursor;
      if (kind === Kind.transition) {
        const event = this.#textHash(log.textOf(cursor.slot(0))) ^ Math.imul(this.#textHash(log.textOf(cursor.slot(1))), 31);
        fresh += this.#note(before, event, Math.min(cursor.slot(2), OPTIONS_TOLD_APART));
        before = event;
      } else if (kind === Kind.choice) fresh += this.#note(this.#textHash(log.textOf(cursor.slot(0))), before, cursor.slot(2));
      else if (kind === Kind.netPick) fresh += this.#note(cursor.slot(0), before, Math.min(cursor.slot(1), OPTIONS_TOLD_APART));
    }
    for (const block of blocks) {
      if (this.#blocks.has(block)) continue;
      this.#blocks.add(block);
      fresh += 1;
    }
    return fresh;
  }

  #note(a: number, b: number, c: number): 0 | 1 {
    const hash = this.#hash;
    hash.reset();
    hash.mix(a);
    hash.mix(b);
    hash.mix(c);
    const key = hash.hi * 2 ** 21 + (hash.lo >>> 11);
    if (this.#known.has(key) || this.#known.size >= KNOWN_MAX) return 0;
    this.#known.add(key);
    return 1;
  }

  #textHash(text: string): number {
    let known = this.#textHashes.get(text);
    if (known === undefined) {
      const hash = new RollingHash();
      hash.mixString(text);
      known = hash.lo;
      this.#textHashes.set(text, known);
    }
    return known;
  }
}
