/** Judges what must hold about the keys of the nodes: always, at least once, or at the end of a complete schedule. */
import { cutValue } from '../../base/cut-text.ts';
import { textMatches } from '../../base/text-match.ts';
import { SCENARIO } from '../../decide/footprint.ts';
import type { Footprints } from '../../decide/footprints.ts';
import { type Failure, failed } from '../failure.ts';
import { matchText, tellMatch } from '../step/expectation.ts';
import type { Cluster } from './cluster.ts';
import type { DistributedProgram, KvInvariant } from './program.ts';

export interface Broken {
  readonly invariant: KvInvariant;
  readonly failure: Failure;
}

/** Values of the nodes an invariant is about, in the order of the nodes. */
interface Seen {
  readonly names: readonly string[];
  readonly values: readonly (string | null)[];
}

export class KvInvariants {
  readonly #nodes: readonly string[];
  readonly #cluster: Cluster;
  readonly #always: readonly KvInvariant[];
  readonly #atQuiescence: readonly KvInvariant[];
  /** Those that were not true so far. */
  readonly #awaited: Set<KvInvariant>;
  readonly #evaluated: (pointer: string) => void;
  /** What was seen of the nodes after the last event. */
  #before = '';

  constructor({ nodes, invariants }: DistributedProgram, cluster: Cluster, evaluated: (pointer: string) => void) {
    this.#nodes = nodes;
    this.#cluster = cluster;
    this.#always = invariants.filter(({ phase }) => phase === 'always');
    this.#atQuiescence = invariants.filter(({ phase }) => phase === 'quiescence');
    this.#awaited = new Set(invariants.filter(({ phase, core }) => phase === 'eventually' && core === undefined));
    this.#evaluated = evaluated;
  }

  /** Whether anything is to be judged after an event. */
  get areAsked(): boolean {
    return this.#always.length > 0 || this.#awaited.size > 0;
  }

  /** Looking at the nodes disturbs nobody; but of two events after which something else is seen, it matters which came first. */
  afterEvent(running: readonly number[], footprints?: Footprints): Broken | undefined {
    if (footprints === undefined) return this.#judge(running);
    const broken = footprints.aside(() => this.#judge(running));
    if (footprints.aside(() => this.#seesChange(running))) footprints.takes(SCENARIO);
    if (broken !== undefined) this.#noteLooked(broken.invariant, running, footprints);
    return broken;
  }

  /** What is wrong was seen on these nodes: whatever happened there had a part in it. */
  #noteLooked({ node, key }: KvInvariant, running: readonly number[], footprints: Footprints): void {
    for (const each of running) if (node === undefined || each === node) this.#cluster.touches(footprints, each, { key });
  }

  #judge(running: readonly number[]): Broken | undefined {
    for (const invariant of this.#awaited) {
      const seen = this.#look(invariant, running);
      if (seen === undefined || brokenBy(invariant, seen) !== undefined) continue;
      this.#awaited.delete(invariant);
      this.#evaluated(invariant.origin);
    }
    for (const invariant of this.#always) {
      const seen = this.#look(invariant, running);
      if (seen === undefined || seen.values.every((value) => value === null)) continue;
      this.#evaluated(invariant.origin);
      const failure = brokenBy(invariant, seen);
      if (failure !== undefined) return { invariant, failure };
    }
    return undefined;
  }

  /** Whether anything that is judged after every event is other than after the one before. */
  #seesChange(running: readonly number[]): boolean {
    const now = JSON.stringify([...this.#always, ...this.#awaited].map((invariant) => this.#look(invariant, running)?.values));
    const isOther = now !== this.#before;
    this.#before = now;
    return isOther;
  }

  /** In the phase that is for it: undefined when it holds, or when none of the nodes concerned is running. */
  breaks(invariant: KvInvariant, running: readonly number[]): Failure | undefined {
    const seen = this.#look(invariant, running);
    if (seen === undefined) return undefined;
    this.#evaluated(invariant.origin);
    return brokenBy(invariant, seen);
  }

  /** Of a schedule that was not cut; `isQuiet` unless something would go on. */
  atEnd(running: readonly number[], isQuiet: boolean, footprints?: Footprints): Broken | undefined {
    if (footprints === undefined) return this.#judgeEnd(running, isQuiet);
    // It is no part of the event that happened to be the last.
    const broken = footprints.aside(() => this.#judgeEnd(running, isQuiet));
    if (broken === undefined) return broken;
    footprints.cut(this.#cluster.nowUs, false, true);
    this.#noteLooked(broken.invariant, running, footprints);
    return broken;
  }

  #judgeEnd(running: readonly number[], isQuiet: boolean): Broken | undefined {
    const judged = isQuiet ? this.#atQuiescence : [];
    for (const invariant of judged) {
      const seen = this.#look(invariant, running);
      if (seen === undefined) continue;
      this.#evaluated(invariant.origin);
      const failure = brokenBy(invariant, seen);
      if (failure !== undefined) return { invariant, failure };
    }
    for (const invariant of this.#awaited) {
      const seen = this.#look(invariant, running);
      if (seen === undefined) continue;
      this.#evaluated(invariant.origin);
      const { title, message, details } = brokenBy(invariant, seen) ?? failed('invariant', invariant.type, 'it holds only now');
      return { invariant, failure: failed('invariant', title, `never true; at the end ${message}`, details) };
    }
    return undefined;
  }

  /** Undefined when none of the nodes concerned is running. */
  #look({ node, key }: KvInvariant, running: readonly number[]): Seen | undefined {
    const concerned = node === undefined ? running : running.filter((each) => each === node);
    if (concerned.length === 0) return undefined;
    const names = concerned.map((each) => this.#nodes[each] ?? '');
    return { names, values: concerned.map((each) => this.#cluster.inspect(each, key)) };
  }
}

function brokenBy({ type, key, match }: KvInvariant, seen: Seen): Failure | undefined {
  const { values } = seen;
  switch (type) {
    case 'kv_all_equal':
      if (values.every((value) => value === values[0])) return undefined;
      return failed('invariant', type, `${key} differs: ${told(seen)}`, detailsOf(seen));
    case 'kv_present_on_all':
      if (values.every((value) => value !== null)) return undefined;
      return failed('invariant', type, `${key} is not on every node: ${told(seen)}`, detailsOf(seen));
    case 'kv_node_equals': {
      const [value = null] = values;
      if (match === undefined || (value !== null && textMatches(match, value))) return undefined;
      const expected = { expected: matchText(match), ...detailsOf(seen) };
      return failed('invariant', type, `${key} must be ${tellMatch(match)}: ${told(seen)}`, expected);
    }
  }
}

function told({ names, values }: Seen): string {
  return names.map((name, at) => `${name}=${cutValue(values[at] ?? 'absent')}`).join(' ');
}

function detailsOf({ names, values }: Seen) {
  return { values: Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])) };
}
