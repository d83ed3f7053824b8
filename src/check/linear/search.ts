/**
 * Looks for an order of operations that one object could have gone through (Wing and Gong's search with Lowe's memory of places). Required
 * operations must have a place within their time; optional ones may have one, or none. Two things keep it short: an operation that fits
 * and only reads is taken at once, since every order that has it later also works with it here, unless that
 * leaves no time for an optional operation that could come before it; and of two places that differ only
 * in what was used up of the optional operations, the one that used up less is enough. Optional operations are tried last, few before many.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import type { Budget } from '../budget.ts';
import type { Model } from '../model.ts';
import { OptionalPool } from './optional-pool.ts';
import type { States } from './states.ts';
import { TakenSet } from './taken-set.ts';
import { Visited } from './visited.ts';

export interface SearchTask<State> {
  readonly model: Model<State>;
  readonly states: States<State>;
  /** In order of their beginning. */
  readonly required: readonly HistoryOperation[];
  /** In order of their beginning. */
  readonly optional: readonly HistoryOperation[];
}

export type SearchResult =
  | { readonly kind: 'possible' }
  /** Nothing that began after `reach` had a part in it. */
  | { readonly kind: 'impossible'; readonly reach: number }
  | { readonly kind: 'undecided' };

/** A way to be at a place: the same operations are taken, but optional ones made a difference. */
interface Way {
  readonly state: number;
  readonly used: readonly number[];
  /** Latest beginning of all that has a place: what ended before that can have none any more. */
  readonly latest: number;
  forced: boolean;
}

interface Place {
  /** The required operation that led here; -1 at the start. */
  readonly by: number;
  /** The last of the taken operations, by beginning. */
  readonly last: number;
  readonly ways: Way[];
  /** The way that is being tried. */
  at: number;
  /** Ways before this one have been continued by optional operations. */
  continued: number;
  /** The first end of an operation that is left: nothing that begins later can come next. */
  bound: number;
  /** What can come next on this way, as pairs of operation and state; undefined = not looked yet. */
  choices: number[] | undefined;
}

export function search<State>(task: SearchTask<State>, budget: Budget): SearchResult {
  return new Search(task, budget).run();
}

class Search<State> {
  readonly #model: Model<State>;
  readonly #states: States<State>;
  readonly #required: readonly HistoryOperation[];
  /** 1 where the operation never changes anything. */
  readonly #readsOnly: Uint8Array;
  /** When each took effect, as a guess. What ends first has the least choice left. */
  readonly #guesses: Float64Array;
  readonly #budget: Budget;
  readonly #taken: TakenSet;
  readonly #visited: Visited;
  readonly #optional: OptionalPool;
  readonly #path: Place[] = [];
  #reach = Number.NEGATIVE_INFINITY;

  constructor(task: SearchTask<State>, budget: Budget) {
    this.#model = task.model;
    this.#states = task.states;
    this.#required = task.required;
    this.#readsOnly = Uint8Array.from(task.required, (operation) => (task.model.readsOnly?.(operation) === true ? 1 : 0));
    this.#guesses = Float64Array.from(task.required, task.model.guess?.(task.required) ?? (({ to }) => to));
    this.#budget = budget;
    this.#visited = new Visited(budget);
    this.#taken = new TakenSet(task.required.length);
    this.#optional = new OptionalPool(task.optional, task.model.anonymous === true);
  }

  run(): SearchResult {
    const state = this.#states.numberOf(this.#model.initial);
    this.#visited.add(this.#taken, -1, state, []);
    this.#enter(-1, -1, { state, used: [], latest: Number.NEGATIVE_INFINITY, forced: false });
    for (let place = this.#path.at(-1); place !== undefined; place = this.#path.at(-1)) {
      if (this.#taken.left === 0) return { kind: 'possible' };
      if (this.#budget.isOver) return { kind: 'undecided' };
      const way = place.ways[place.at];
      if (way !== undefined) this.#advance(place, way);
      else if (!this.#continueByOptional(place)) this.#leave(place);
    }
    return { kind: 'impossible', reach: this.#reach };
  }

  /** Takes the next choice of this way, or goes on to the next way. */
  #advance(place: Place, way: Way): void {
    place.choices ??= this.#choicesOf(place, way);
    const state = place.choices.pop();
    const operation = place.choices.pop();
    if (state === undefined || operation === undefined) {
      place.at += 1;
      place.choices = undefined;
      return;
    }
    this.#taken.take(operation);
    const latest = Math.max(way.latest, this.#required[operation]?.from ?? way.latest);
    const used = this.#optional.stillOpen(way.used, latest);
    const last = Math.max(place.last, operation);
    if (this.#visited.add(this.#taken, last, state, used)) this.#enter(operation, last, { state, used, latest, forced: false });
    else this.#taken.putBack(operation);
  }

  /** What can come next, the best guess at the end of the list; or only the first that fits and only reads. */
  #choicesOf(place: Place, way: Way): number[] {
    const choices: number[] = [];
    const { size } = this.#taken;
    let bound = Number.POSITIVE_INFINITY;
    for (let at = this.#taken.first(); at !== size; at = this.#taken.after(at)) {
      const operation = this.#required[at];
      if (operation === undefined || operation.from > bound) break;
      if (operation.to < bound) bound = operation.to;
      const state = this.#stateAfter(way.state, operation);
      if (state === way.state && this.#readsOnly[at] === 1 && !this.#optional.runsOut(way.latest, operation.from)) {
        way.forced = true;
        return [at, state];
      }
      if (state >= 0) this.#insert(choices, at, state);
    }
    place.bound = bound;
    if (bound > this.#reach) this.#reach = bound;
    return choices;
  }

  /** Sorted by the guess, the smallest at the end. */
  #insert(choices: number[], operation: number, state: number): void {
    const guess = this.#guesses[operation] ?? 0;
    let at = choices.length;
    choices.push(operation, state);
    for (; at > 0 && (this.#guesses[choices[at - 2] ?? 0] ?? 0) <= guess; at -= 2) {
      choices[at] = choices[at - 2] ?? 0;
      choices[at + 1] = choices[at - 1] ?? 0;
    }
    choices[at] = operation;
    choices[at + 1] = state;
  }

  /** -1 where it does not fit. */
  #stateAfter(state: number, operation: HistoryOperation): number {
    this.#budget.spend();
    const step = this.#model.step(this.#states.get(state), operation);
    return step.ok ? this.#states.numberOf(step.state) : -1;
  }

  /** One optional operation more than before; false where that leads nowhere new. */
  #continueByOptional(place: Place): boolean {
    const ways = place.ways.length;
    for (let at = place.continued; at < ways; at += 1) {
      const way = place.ways[at];
      // What is forced comes first on every order, optional operations after it.
      if (way === undefined || way.forced) continue;
      for (const number of this.#optional.available(way.used, way.latest, place.bound)) {
        const operation = this.#optional.operations[number];
        if (operation === undefined) continue;
        const state = this.#stateAfter(way.state, operation);
        if (state < 0 || state === way.state) continue;
        const latest = Math.max(way.latest, operation.from);
        const used = this.#optional.stillOpen(this.#optional.with(way.used, number), latest);
        if (this.#visited.add(this.#taken, place.last, state, used)) place.ways.push({ state, used, latest, forced: false });
      }
    }
    place.continued = ways;
    return place.ways.length > ways;
  }

  #enter(by: number, last: number, way: Way): void {
    this.#path.push({ by, last, ways: [way], at: 0, continued: 0, bound: Number.POSITIVE_INFINITY, choices: undefined });
  }

  #leave(place: Place): void {
    this.#path.pop();
    if (place.by >= 0) this.#taken.putBack(place.by);
  }
}
