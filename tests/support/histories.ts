/** Histories for the checkers: written by hand, drawn at random, or made by clients of an object that is right. */
import fc from 'fast-check';
import { Xoshiro128 } from '../../src/base/xoshiro128.ts';
import type { Model } from '../../src/check/model.ts';
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

export interface WorkloadOptions<State> {
  readonly model: Model<State>;
  readonly clients: number;
  readonly operations: number;
  readonly seed: number;
  /** The next call of a client, and what it returns in a state. */
  readonly draw: (random: Xoshiro128, number: number) => { readonly name: string; readonly args: readonly unknown[] };
  readonly answer: (state: State, call: { readonly name: string; readonly args: readonly unknown[] }) => unknown;
}

/** What clients of an object that is right would see: each call takes effect at a random moment between its beginning and its end. */
export function workload<State>({ model, clients, operations, seed, draw, answer }: WorkloadOptions<State>): HistoryOperation[] {
  const random = new Xoshiro128({ hi: 0, lo: seed });
  const made: HistoryOperation[] = [];
  const states = new Map<unknown, State>();
  const busy: { call: { name: string; args: readonly unknown[] }; from: number; result: unknown; done: boolean; number: number }[] = [];
  const idle = Array.from({ length: clients }, (_, client) => client);
  const running = new Map<number, (typeof busy)[number]>();
  let now = 0;
  let begun = 0;
  while (begun < operations || running.size > 0) {
    now += 1;
    const client = random.nextBelow(clients);
    const call = running.get(client);
    if (call === undefined) {
      if (begun === operations || !idle.includes(client)) continue;
      running.set(client, { call: draw(random, begun), from: now, result: undefined, done: false, number: begun });
      begun += 1;
    } else if (call.done) {
      made[call.number] = op(`c${client}`, call.from, now, call.call.name, call.call.args, call.result);
      running.delete(client);
    } else {
      const shape = op(`c${client}`, call.from, now, call.call.name, call.call.args);
      const key = model.key?.(shape);
      const state = states.has(key) ? states.get(key) : model.initial;
      // Reason for the cast: initial is given where there is no entry.
      call.result = answer(state as State, call.call);
      call.done = true;
      states.set(key, model.step(state as State, { ...shape, result: call.result }).state);
    }
  }
  return made;
}
