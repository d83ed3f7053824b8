/**
 * The inputs a search goes on from. Each gets energy by how much its variations teach about rare features (the schedule of Entropic),
 * times how quickly it runs; what is fast and leads to rare places is varied most.
 */
import type { FuzzRandom } from '../input/fuzz-random.ts';
import type { Edges } from '../feedback/edges.ts';

export interface Entry<I> {
  readonly input: I;
  readonly size: number;
  readonly cost: number;
  /** Rare features its variations reached, and how often. */
  readonly incidence: Map<number, number>;
  varied: number;
}

const RECOUNT_EVERY = 512;
const INCIDENCES_MAX = 256;
const LADDER_MAX = 64;
/** A power of two, so that no stretch begins a little beside its place. */
const STRETCHES = 1024;
/** So many variations of an input are tried in a row: to change to another costs a part of the variation itself. First everything has its turn. */
const IN_A_ROW = 4;
const IN_TURN = 1 << 14;

export class Corpus<I> {
  readonly entries: Entry<I>[] = [];
  /** Inputs that came closer to passing a comparison; steps on the way to something new, and no part of the corpus. */
  readonly #ladder: Entry<I>[] = [];
  #cumulative = new Float64Array(64);
  /** Of each stretch of what is drawn, the first entry it may mean: most draws are at their place at once, and a search guesses wrong at every turn. */
  readonly #guide = new Uint32Array(STRETCHES);
  #total = 0;
  #picks = 0;
  #stale = true;
  #last: Entry<I> | undefined;
  #turns = 0;

  add(input: I, size: number, cost: number, edges: Edges): Entry<I> {
    const entry = { input, size, cost, incidence: new Map<number, number>(), varied: 0 };
    for (let at = 0; at < edges.rareCount; at += 1) credit(entry, edges.rare[at] ?? 0);
    this.entries.push(entry);
    this.#stale = true;
    return entry;
  }

  addStep(input: I, size: number, cost: number): void {
    this.#ladder.push({ input, size, cost, incidence: new Map(), varied: 0 });
    if (this.#ladder.length > LADDER_MAX) this.#ladder.shift();
  }

  /** What is varied next. */
  next(random: FuzzRandom, edges: Edges): Entry<I> | undefined {
    this.#turns += 1;
    if (this.#turns < IN_TURN || this.#turns % IN_A_ROW === 0) this.#last = this.#pick(random, edges);
    return this.#last;
  }

  #pick(random: FuzzRandom, edges: Edges): Entry<I> | undefined {
    if (this.#ladder.length > 0 && random.oneIn(8)) return this.#ladder[random.below(this.#ladder.length)];
    this.#picks += 1;
    if (this.#stale || this.#picks % RECOUNT_EVERY === 0) this.#weigh(edges);
    const drawn = random.fraction();
    const wanted = drawn * this.#total;
    const last = this.entries.length - 1;
    let at = this.#guide[(drawn * STRETCHES) | 0] ?? 0;
    while (at < last && (this.#cumulative[at] ?? 0) <= wanted) at += 1;
    return this.entries[at];
  }

  any(random: FuzzRandom): I | undefined {
    return this.entries[random.below(Math.max(1, this.entries.length))]?.input;
  }

  /** What a variation of the entry reached. */
  credit(entry: Entry<I>, edges: Edges): void {
    entry.varied += 1;
    for (let at = 0; at < edges.rareCount; at += 1) credit(entry, edges.rare[at] ?? 0);
  }

  #weigh(edges: Edges): void {
    edges.countRare();
    if (this.#cumulative.length < this.entries.length) this.#cumulative = new Float64Array(this.entries.length * 2);
    let meanCost = 0;
    for (const { cost } of this.entries) meanCost += cost / this.entries.length;
    let total = 0;
    for (const [index, entry] of this.entries.entries()) {
      // Later entries stand on earlier ones and know the deeper places.
      const age = 0.5 + (index + 1) / this.entries.length;
      total += energyOf(entry, edges) * timeFactor(entry.cost, meanCost) * age;
      this.#cumulative[index] = total;
    }
    this.#total = total;
    this.#stale = false;
    let first = 0;
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      while (first < this.entries.length - 1 && (this.#cumulative[first] ?? 0) <= (stretch / STRETCHES) * total) first += 1;
      this.#guide[stretch] = first;
    }
  }
}

function credit<I>({ incidence }: Entry<I>, feature: number): void {
  const times = incidence.get(feature) ?? 0;
  if (times > 0 || incidence.size < INCIDENCES_MAX) incidence.set(feature, times + 1);
}

/** Information its variations are expected to give: the entropy of what they reach, everything frequent counted as one. */
function energyOf<I>({ incidence, varied }: Entry<I>, edges: Edges): number {
  let energy = 0;
  let sum = Math.max(0, edges.rareFeatures - incidence.size);
  for (const [feature, times] of incidence) {
    if (!edges.isRare(feature)) {
      incidence.delete(feature);
      continue;
    }
    const local = times + 1;
    energy -= local * Math.log(local);
    sum += local;
  }
  const abundant = varied + 1;
  energy -= abundant * Math.log(abundant);
  sum += abundant;
  return Math.max(0.01, energy / sum + Math.log(sum));
}

function timeFactor(cost: number, mean: number): number {
  if (cost > mean * 4) return 0.25;
  if (cost > mean * 2) return 0.5;
  return cost * 2 < mean ? 2 : 1;
}
