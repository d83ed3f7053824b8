/** Histories for the checkers: written by hand, or drawn at random. */
import fc from 'fast-check';
import type { HistoryOperation } from '../../src/trace/history.ts';

/** `op('a', 0, 3, 'read', [], 1)`: a began to read at 0 and got 1 at 3. */
export function op(process: string, from: number, to: number, name: string, args: readonly unknown[], result?: unknown): HistoryOperation {
  return { process, from, to, name, args, result, status: 'ok' };
}

export function open(process: string, from: number, name: string, args: readonly unknown[]): HistoryOperation {
  return { process, from, to: Number.POSITIVE_INFINITY, name, args, result: undefined, status: 'open' };
}

export function failed(process: string, from: number, to: number, name: string, args: readonly unknown[]): HistoryOperation {
  return { process, from, to, name, args, result: undefined, status: 'failed' };
}

export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

/** Anything at all: overlapping calls of a few clients, with results that may or may not fit together. */
export function randomHistory(call: fc.Arbitrary<Call>, lengthMax: number): fc.Arbitrary<readonly HistoryOperation[]> {
  const status = fc.constantFrom('ok', 'ok', 'ok', 'ok', 'open', 'failed');
  const entry = fc.record({ call, status, process: fc.nat({ max: 3 }), pause: fc.nat({ max: 2 }), duration: fc.nat({ max: 5 }) });
  return fc.array(entry, { maxLength: lengthMax }).map((entries) => {
    const freeAt = new Map<string, number>();
    return entries.map(({ call: { name, args, result }, status: how, process, pause, duration }, at): HistoryOperation => {
      const who = `p${process}`;
      // Odd and even, so that no two moments coincide.
      const from = Math.max(freeAt.get(who) ?? 0, 0) + pause * 2 * 64 + at;
      const to = from + 64 + duration * 128;
      freeAt.set(who, to + 1);
      if (how === 'open') return open(who, from, name, args);
      return how === 'failed' ? failed(who, from, to, name, args) : op(who, from, to, name, args, result);
    });
  });
}
