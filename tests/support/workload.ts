/** Long histories as clients of an object that is right would see them: each call takes effect at a random moment between its beginning and its end. */
import { Xoshiro128 } from '../../src/base/xoshiro128.ts';
import type { HistoryOperation } from '../../src/trace/history.ts';

interface PlannedCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

interface WorkloadOptions {
  readonly clients: number;
  readonly operations: number;
  readonly seed: number;
  readonly draw: (random: Xoshiro128, number: number) => PlannedCall;
  /** Carries the call out and returns its result. */
  readonly perform: (call: PlannedCall, process: string) => unknown;
}

interface Running {
  readonly number: number;
  readonly call: PlannedCall;
  readonly from: number;
  done: boolean;
  result: unknown;
}

function workload({ clients, operations, seed, draw, perform }: WorkloadOptions): readonly HistoryOperation[] {
  const random = new Xoshiro128({ hi: 0, lo: seed });
  const made: HistoryOperation[] = [];
  const running = new Map<number, Running>();
  let begun = 0;
  for (let now = 0; begun < operations || running.size > 0; now += 1) {
    const client = random.nextBelow(clients);
    const current = running.get(client);
    if (current === undefined) {
      if (begun === operations) continue;
      running.set(client, { number: begun, call: draw(random, begun), from: now, done: false, result: undefined });
      begun += 1;
    } else if (current.done) {
      const { number, call, from, result } = current;
      made[number] = { process: `c${client}`, name: call.name, args: call.args, result, status: 'ok', from, to: now };
      running.delete(client);
    } else {
      current.result = perform(current.call, `c${client}`);
      current.done = true;
    }
  }
  return made;
}

/** Half of the calls read, the others write values of their own. */
export function registerWorkload(operations: number, clients: number, seed: number): readonly HistoryOperation[] {
  let value: unknown = 0;
  return workload({
    clients,
    operations,
    seed,
    draw: (random, number) => (random.nextBelow(2) === 0 ? { name: 'read', args: [] } : { name: 'write', args: [number] }),
    perform: ({ name, args }) => {
      if (name === 'read') return value;
      [value] = args;
      return undefined;
    },
  });
}

export function kvWorkload(operations: number, clients: number, keys: number, seed: number): readonly HistoryOperation[] {
  const store = new Map<unknown, unknown>();
  return workload({
    clients,
    operations,
    seed,
    draw: (random, number) => {
      const key = `k${random.nextBelow(keys)}`;
      return random.nextBelow(2) === 0 ? { name: 'get', args: [key] } : { name: 'put', args: [key, number] };
    },
    perform: ({ name, args: [key, value] }) => {
      if (name === 'get') return store.get(key);
      store.set(key, value);
      return undefined;
    },
  });
}

export function queueWorkload(operations: number, clients: number, seed: number): readonly HistoryOperation[] {
  const items: unknown[] = [];
  return workload({
    clients,
    operations,
    seed,
    draw: (random, number) => (random.nextBelow(2) === 0 ? { name: 'dequeue', args: [] } : { name: 'enqueue', args: [number] }),
    perform: ({ name, args }) => {
      if (name === 'dequeue') return items.shift();
      items.push(args[0]);
      return undefined;
    },
  });
}

/** Few values, so that they come and go all the time; one call in ten reads them all. */
export function setWorkload(operations: number, clients: number, seed: number): readonly HistoryOperation[] {
  const values = new Set<unknown>();
  return workload({
    clients,
    operations,
    seed,
    draw: (random) => {
      if (random.nextBelow(10) === 0) return { name: 'read', args: [] };
      return { name: ['add', 'remove', 'contains'][random.nextBelow(3)] ?? 'add', args: [random.nextBelow(20)] };
    },
    perform: ({ name, args: [value] }) => {
      if (name === 'read') return [...values];
      if (name === 'remove') return values.delete(value);
      const has = values.has(value);
      if (name === 'contains') return has;
      values.add(value);
      return !has;
    },
  });
}

/** Everybody wants it all the time and is refused where another holds it. */
export function lockWorkload(operations: number, clients: number, seed: number): readonly HistoryOperation[] {
  let holder: string | undefined;
  return workload({
    clients,
    operations,
    seed,
    draw: (random) => ({ name: random.nextBelow(2) === 0 ? 'acquire' : 'release', args: [] }),
    perform: ({ name }, process) => {
      const isGranted = name === 'acquire' ? holder === undefined : holder === process;
      if (isGranted) holder = name === 'acquire' ? process : undefined;
      return isGranted ? undefined : false;
    },
  });
}

/** How many of its keys a workload of transactions uses at a time, and how often each is written before another takes its place. */
const KEYS_AT_A_TIME = 10;
const WRITES_PER_KEY = 32;

/** One to four reads and writes each; what was read stands in the result. */
export function transactionWorkload(
  operations: number,
  clients: number,
  seed: number,
  writes: 'append' | 'w',
): readonly HistoryOperation[] {
  const store = new Map<unknown, unknown>();
  let written = 0;
  return workload({
    clients,
    operations,
    seed,
    draw: (random) => {
      const args = Array.from({ length: 1 + random.nextBelow(4) }, () => {
        const key = Math.floor(written / (WRITES_PER_KEY * KEYS_AT_A_TIME)) * KEYS_AT_A_TIME + random.nextBelow(KEYS_AT_A_TIME);
        if (random.nextBelow(2) === 0) return ['r', key];
        written += 1;
        return [writes, key, written];
      });
      return { name: 'txn', args };
    },
    perform: ({ args }) => args.map((micro) => carriedOut(store, micro)),
  });
}

function carriedOut(store: Map<unknown, unknown>, micro: unknown): readonly unknown[] {
  const [kind, key, value]: readonly unknown[] = Array.isArray(micro) ? micro : [];
  const held = store.get(key);
  if (kind === 'r') return ['r', key, held];
  store.set(key, kind === 'append' ? [...(Array.isArray(held) ? held : []), value] : value);
  return [kind, key, value];
}
