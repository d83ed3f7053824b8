/**
 * The built-in nodes: a replicated key-value store that is deliberately small and correct. A put gets the next version and its writer's
 * name and is sent to everybody else; replicas keep the larger (version, name), so concurrent puts converge. What was applied is durable.
 */
import { compareText } from '../../base/compare.ts';
import { RollingHash } from '../../base/rolling-hash.ts';
import { utf8Length } from '../../base/utf8.ts';
import { Xoshiro128 } from '../../base/xoshiro128.ts';
import type { Decider } from '../../decide/decider.ts';
import { thingOf } from '../../decide/footprint.ts';
import type { Footprints } from '../../decide/footprints.ts';
import type { ClientCall, ClientRequest, Cluster, Outlet } from './cluster.ts';

interface Written {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly writer: number;
}

export class ReplicatedKv implements Cluster {
  nowUs = 0;
  readonly entropy: Xoshiro128;
  readonly leavesPromises = false;
  readonly checkOwn = undefined;
  readonly #names: readonly string[];
  readonly #outlet: Outlet;
  readonly #stores: readonly Map<string, Written>[];
  readonly #keyHash = new RollingHash();

  constructor(names: readonly string[], decider: Decider, outlet: Outlet) {
    this.#names = names;
    this.#outlet = outlet;
    this.#stores = names.map(() => new Map<string, Written>());
    decider.draw('entropy');
    this.entropy = new Xoshiro128({ hi: decider.source.hi, lo: decider.source.lo });
  }

  /** Of a node nothing but the key is read or written. */
  touches(footprints: Footprints, node: number, about: unknown): void {
    // Reason for the cast: messages and requests both name their key.
    const { key } = about as { readonly key: string };
    this.#keyHash.reset();
    this.#keyHash.mixString(key);
    footprints.takesThing(thingOf(node, this.#keyHash.lo));
  }

  start(): void {}

  /** Every write is durable at once. */
  wouldForget(): boolean {
    return false;
  }

  crash(): void {}

  deliver(node: number, _from: number, payload: unknown): void {
    // Reason for the cast: the only messages there are were sent by `call`.
    const written = payload as Written;
    const known = this.#stores[node]?.get(written.key);
    if (known === undefined || this.#isLater(written, known)) this.#stores[node]?.set(written.key, written);
  }

  call(node: number, { op, key, value = '' }: ClientRequest): ClientCall {
    const known = this.#stores[node]?.get(key);
    if (op === 'get') return { isAnswered: true, value: known?.value ?? null };
    const written = { key, value, version: (known?.version ?? 0) + 1, writer: node };
    this.#stores[node]?.set(key, written);
    const size = utf8Length(key) + utf8Length(value);
    for (let other = 0; other < this.#names.length; other += 1) if (other !== node) this.#outlet.send(node, other, 'put', written, size);
    return { isAnswered: true, value: null };
  }

  inspect(node: number, key: string): string | null {
    return this.#stores[node]?.get(key)?.value ?? null;
  }

  stateOf(node: number): string {
    return JSON.stringify([...(this.#stores[node]?.values() ?? [])].toSorted((a, b) => compareText(a.key, b.key)));
  }

  /** It answers at once. */
  waits(): undefined {
    return undefined;
  }

  earliestUs(): number {
    return Number.POSITIVE_INFINITY;
  }

  offer(): void {}

  run(): void {}

  #isLater(a: Written, b: Written): boolean {
    if (a.version !== b.version) return a.version > b.version;
    return compareText(this.#names[a.writer] ?? '', this.#names[b.writer] ?? '') > 0;
  }
}
