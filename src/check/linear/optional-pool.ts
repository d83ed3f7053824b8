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
  /** By operation: equal operations have equal numbers. One is as good as the other, so the one that ends first is used first. */
  readonly #kinds: Int32Array;
  /** Of the operations up to this one among the ending, the longest duration's end: lets a scan start late. */
  readonly #endsUpTo: readonly number[];

  /** All ends there are, in order. */
  readonly #ends: readonly number[];

  constructor(operations: readonly HistoryOperation[], anonymous: boolean) {
    this.operations = operations;
    const numbers = operations.map((_, number) => number);
    this.#endless = numbers.filter((number) => endOf(operations[number]) === Number.POSITIVE_INFINITY);
    this.#ending = numbers.filter((number) => endOf(operations[number]) !== Number.POSITIVE_INFINITY);
    this.#kinds = kindsOf(operations, anonymous);
    this.#ends = this.#ending.map((number) => endOf(operations[number])).sort((a, b) => a - b);
    let end = Number.NEGATIVE_INFINITY;
    this.#endsUpTo = this.#ending.map((number) => {
      end = Math.max(end, endOf(operations[number]));
      return end;
    });
  }

  /** What can come next after something that began at `latest`, while something that ends at `bound` is still to come. */
  available(used: readonly number[], latest: number, bound: number): Iterable<number> {
    const found = new Map<number, number>();
    for (let at = firstNotBelow(this.#endsUpTo, latest); at < this.#ending.length; at += 1) {
      const number = this.#ending[at] ?? 0;
      if (this.#beginOf(number) > bound) break;
      if (endOf(this.operations[number]) >= latest && !used.includes(number)) this.#keepFirst(found, number);
    }
    for (const number of this.#endless) {
      if (this.#beginOf(number) > bound) break;
      if (!used.includes(number)) this.#keepFirst(found, number);
    }
    return found.values();
  }

  /** Whether something that could have come after `latest` can no longer come after `next`, both beginnings. */
  runsOut(latest: number, next: number): boolean {
    const at = firstNotBelow(this.#ends, latest);
    return at < this.#ends.length && (this.#ends[at] ?? next) < next;
  }

  /** Of equal operations, keeps the one whose time is over first: the other can take its place later, but not the other way round. */
  #keepFirst(found: Map<number, number>, number: number): void {
    const kind = this.#kinds[number] ?? 0;
    const other = found.get(kind);
    if (other === undefined || endOf(this.operations[number]) < endOf(this.operations[other])) found.set(kind, number);
  }

  with(used: readonly number[], number: number): readonly number[] {
    const at = used.findIndex((each) => each > number);
    return at === -1 ? [...used, number] : [...used.slice(0, at), number, ...used.slice(at)];
  }

  stillOpen(used: readonly number[], latest: number): readonly number[] {
    if (used.every((number) => endOf(this.operations[number]) >= latest)) return used;
    return used.filter((number) => endOf(this.operations[number]) >= latest);
  }

  #beginOf(number: number): number {
    return this.operations[number]?.from ?? Number.POSITIVE_INFINITY;
  }
}

/** By bisection; the numbers do not fall. */
function firstNotBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) >= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

function endOf(operation: HistoryOperation | undefined): number {
  if (operation === undefined) return Number.NEGATIVE_INFINITY;
  return operation.status === 'open' ? Number.POSITIVE_INFINITY : operation.to;
}

function kindsOf(operations: readonly HistoryOperation[], anonymous: boolean): Int32Array {
  const kinds = new Map<string, number>();
  return Int32Array.from(operations, ({ process, name, args, result, status }) => {
    const text = `${anonymous ? '' : process} ${name} ${valueText(args)} ${status === 'open' ? '?' : valueText(result)}`;
    const kind = kinds.get(text) ?? kinds.size;
    kinds.set(text, kind);
    return kind;
  });
}
