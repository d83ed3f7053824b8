/**
 * Operations that may have a place in the order or none: open ones, whose end nobody saw, and, while a violation is explained, those whose
 * part in it is questioned. A used one matters only as long as it could be used again, so it is forgotten when its time is over.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import { valueText } from '../value-text.ts';

export class OptionalPool {
  readonly operations: readonly HistoryOperation[];
  /** Those without an end, and those with one, both in order of their beginning. */
  readonly #endless: readonly number[];
  readonly #ending: readonly number[];
  /** By operation: the same operation, begun before and endless too. One is as good as the other, so the first is used first. */
  readonly #twins: ReadonlyMap<number, number>;
  /** Of the operations up to this one among the ending, the longest duration's end: lets a scan start late. */
  readonly #endsUpTo: readonly number[];

  constructor(operations: readonly HistoryOperation[], anonymous: boolean) {
    this.operations = operations;
    const numbers = operations.map((_, number) => number);
    this.#endless = numbers.filter((number) => endOf(operations[number]) === Number.POSITIVE_INFINITY);
    this.#ending = numbers.filter((number) => endOf(operations[number]) !== Number.POSITIVE_INFINITY);
    this.#twins = twinsOf(operations, this.#endless, anonymous);
    let end = Number.NEGATIVE_INFINITY;
    this.#endsUpTo = this.#ending.map((number) => {
      end = Math.max(end, endOf(operations[number]));
      return end;
    });
  }

  /** What can come next after something that began at `latest`, while something that ends at `bound` is still to come. */
  available(used: readonly number[], latest: number, bound: number): readonly number[] {
    const found: number[] = [];
    for (const number of this.#endless) {
      if (this.#beginOf(number) > bound) break;
      const twin = this.#twins.get(number);
      if (!used.includes(number) && (twin === undefined || used.includes(twin))) found.push(number);
    }
    for (let at = this.#firstAlive(latest); at < this.#ending.length; at += 1) {
      const number = this.#ending[at] ?? 0;
      if (this.#beginOf(number) > bound) break;
      if (endOf(this.operations[number]) >= latest && !used.includes(number)) found.push(number);
    }
    return found;
  }

  with(used: readonly number[], number: number): readonly number[] {
    const at = used.findIndex((each) => each > number);
    return at === -1 ? [...used, number] : [...used.slice(0, at), number, ...used.slice(at)];
  }

  stillOpen(used: readonly number[], latest: number): readonly number[] {
    if (used.length === 0 || used.every((number) => endOf(this.operations[number]) >= latest)) return used;
    return used.filter((number) => endOf(this.operations[number]) >= latest);
  }

  /** The first that may have an end at or after `latest`, by bisection. */
  #firstAlive(latest: number): number {
    let low = 0;
    let high = this.#endsUpTo.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#endsUpTo[middle] ?? 0) >= latest) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #beginOf(number: number): number {
    return this.operations[number]?.from ?? Number.POSITIVE_INFINITY;
  }
}

function endOf(operation: HistoryOperation | undefined): number {
  if (operation === undefined) return Number.NEGATIVE_INFINITY;
  return operation.status === 'open' ? Number.POSITIVE_INFINITY : operation.to;
}

function twinsOf(operations: readonly HistoryOperation[], among: readonly number[], anonymous: boolean): ReadonlyMap<number, number> {
  const twins = new Map<number, number>();
  const lastByText = new Map<string, number>();
  for (const number of among) {
    const operation = operations[number];
    if (operation === undefined) continue;
    const text = `${anonymous ? '' : operation.process} ${operation.name} ${valueText(operation.args)}`;
    const twin = lastByText.get(text);
    if (twin !== undefined) twins.set(number, twin);
    lastByText.set(text, number);
  }
  return twins;
}
