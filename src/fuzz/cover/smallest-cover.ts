/**
 * Which inputs of a corpus are enough to reach everything all of them reach: the fewest, and among those the smallest. What must stay is
 * taken first, what cannot help is left out; what remains is searched through, and if that would take too long, chosen greedily.
 */

export interface Covering {
  /** The features the input reaches. */
  readonly features: readonly number[];
  readonly sizeBytes: number;
}

/** What is left after the easy choices is searched through up to this size, and this many steps. */
const EXACT_INPUTS_MAX = 48;
const STEPS_MAX = 20_000;

/** Positions in `inputs`, ascending. */
export function smallestCover(inputs: readonly Covering[]): readonly number[] {
  const left = new Set(inputs.flatMap(({ features }) => features));
  const chosen: number[] = [];
  let open = inputs.map((_, index) => index);
  for (;;) {
    open = withoutDominated(inputs, open, left);
    const essential = essentialOf(inputs, open, left);
    if (essential.length === 0) break;
    for (const index of essential) take(inputs, index, left, chosen);
    open = open.filter((index) => !essential.includes(index));
  }
  const rest = exactly(inputs, open, left) ?? greedily(inputs, open, left);
  return [...chosen, ...rest].toSorted((a, b) => a - b);
}

function take(inputs: readonly Covering[], index: number, left: Set<number>, chosen: number[]): void {
  for (const feature of inputs[index]?.features ?? []) left.delete(feature);
  chosen.push(index);
}

function useful(inputs: readonly Covering[], index: number, left: ReadonlySet<number>): readonly number[] {
  return (inputs[index]?.features ?? []).filter((feature) => left.has(feature));
}

/** Without inputs that reach nothing another one, no larger, does not reach as well. */
function withoutDominated(inputs: readonly Covering[], open: readonly number[], left: ReadonlySet<number>): number[] {
  const rows = open
    .map((index) => ({ index, reached: new Set(useful(inputs, index, left)), size: inputs[index]?.sizeBytes ?? 0 }))
    .filter(({ reached }) => reached.size > 0)
    .toSorted((a, b) => b.reached.size - a.reached.size || a.size - b.size || a.index - b.index);
  const kept: typeof rows = [];
  for (const row of rows) {
    const isDominated = kept.some(({ reached, size }) => size <= row.size && [...row.reached].every((feature) => reached.has(feature)));
    if (!isDominated) kept.push(row);
  }
  return kept.map(({ index }) => index).toSorted((a, b) => a - b);
}

/** Those that alone reach something. */
function essentialOf(inputs: readonly Covering[], open: readonly number[], left: ReadonlySet<number>): readonly number[] {
  const by = new Map<number, number[]>();
  for (const index of open) {
    for (const feature of useful(inputs, index, left)) {
      const reaching = by.get(feature);
      if (reaching === undefined) by.set(feature, [index]);
      else reaching.push(index);
    }
  }
  return [...new Set([...by.values()].flatMap((reaching) => (reaching.length === 1 ? reaching : [])))];
}

/** Whoever reaches most of what is left, again and again; then whoever turned out not to be needed goes. */
function greedily(inputs: readonly Covering[], open: readonly number[], left: ReadonlySet<number>): readonly number[] {
  const missing = new Set(left);
  const chosen: number[] = [];
  while (missing.size > 0) {
    const best = open
      .map((index) => ({ index, gain: useful(inputs, index, missing).length, size: inputs[index]?.sizeBytes ?? 0 }))
      .reduce((a, b) => (b.gain > a.gain || (b.gain === a.gain && b.size < a.size) ? b : a));
    take(inputs, best.index, missing, chosen);
  }
  for (const index of [...chosen]) {
    const others = new Set(chosen.filter((each) => each !== index).flatMap((each) => inputs[each]?.features ?? []));
    if ([...useful(inputs, index, left)].every((feature) => others.has(feature))) chosen.splice(chosen.indexOf(index), 1);
  }
  return chosen;
}

interface Best {
  readonly chosen: readonly number[];
  readonly size: number;
}

/** Undefined when the search would take too long. */
function exactly(inputs: readonly Covering[], open: readonly number[], left: ReadonlySet<number>): readonly number[] | undefined {
  if (left.size === 0) return [];
  if (open.length > EXACT_INPUTS_MAX) return undefined;
  let steps = 0;
  let best: Best = bestOf(greedily(inputs, open, left));
  const widest = Math.max(...open.map((index) => useful(inputs, index, left).length));
  const search = (chosen: readonly number[], missing: ReadonlySet<number>): void => {
    steps += 1;
    if (steps > STEPS_MAX) return;
    if (missing.size === 0) {
      const found = bestOf(chosen);
      if (isBetter(found, best)) best = found;
      return;
    }
    // Every further input reaches at most `widest` of what is missing.
    if (chosen.length + Math.ceil(missing.size / widest) > best.chosen.length) return;
    const { reaching } = rarest(missing);
    for (const index of reaching) {
      const after = new Set(missing);
      for (const feature of inputs[index]?.features ?? []) after.delete(feature);
      search([...chosen, index], after);
    }
  };
  search([], left);
  return steps > STEPS_MAX ? undefined : best.chosen;

  function bestOf(chosen: readonly number[]): Best {
    return { chosen, size: chosen.reduce((sum, index) => sum + (inputs[index]?.sizeBytes ?? 0), 0) };
  }

  /** The feature with the fewest inputs that reach it: the fewest branches. */
  function rarest(missing: ReadonlySet<number>): { readonly reaching: readonly number[] } {
    let found: readonly number[] | undefined;
    for (const feature of missing) {
      const reaching = open.filter((index) => inputs[index]?.features.includes(feature) === true);
      if (found === undefined || reaching.length < found.length) found = reaching;
    }
    return { reaching: found ?? [] };
  }
}

function isBetter(a: Best, b: Best): boolean {
  return a.chosen.length < b.chosen.length || (a.chosen.length === b.chosen.length && a.size < b.size);
}
