/**
 * The determinism hash of a run: two runs that decided the same have the same 64 bits. It is made
 * of what the records say, not of how a log numbers its texts in memory, so a trace keeps its hash
 * when it is unpacked and packed again, years later, by another version.
 */
import { canonicalJson } from '../base/canonical-json.ts';
import { RollingHash } from '../base/rolling-hash.ts';
import { isTextField, layoutOf } from './kinds.ts';
import type { DecisionLog } from './log.ts';

const U32 = 2 ** 32;

export function determinismHash(log: DecisionLog): string {
  const hash = new RollingHash();
  /** A text is mixed in when it first appears; later its place in that order says enough. */
  const seen = new Map<number, number>();
  log.forEach((at, kind) => {
    hash.mix(kind);
    let n = 1;
    for (const { type } of layoutOf(kind).fields) {
      const value = log.numberAt(at, n);
      if (isTextField(type)) mixText(hash, log, value, seen);
      else if (type === 'payload') hash.mixString(canonicalJson(log.payloadOf(value)));
      else if (type === 'u64') {
        hash.mix(value);
        hash.mix(log.numberAt(at, n + 1));
        n += 1;
      } else mixInteger(hash, value);
      n += 1;
    }
  });
  return hash.hex();
}

function mixText(hash: RollingHash, log: DecisionLog, id: number, seen: Map<number, number>): void {
  const known = seen.get(id);
  hash.mix(known ?? seen.size);
  if (known !== undefined) return;
  seen.set(id, seen.size);
  hash.mixString(log.textOf(id));
}

/** A word of the hash has 32 bits, an integer of a record up to 53. */
function mixInteger(hash: RollingHash, value: number): void {
  hash.mix(value % U32);
  if (value >= U32) hash.mix(Math.floor(value / U32));
}
