/**
 * What the target compared lately. The watched copy of its code calls this with both sides of every comparison; pairs of texts and numbers
 * are kept in a ring, and how close two values were is a feature of its own, so that a search can get closer step by step.
 */
import type { ComparisonWatch } from '../../sim/load/comparison-marks.ts';
import type { ComparedPair } from '../hints.ts';

const RING = 128;
const TEXT_MAX = 64;
const KEYS_MAX = 16;
const PROFILE_BITS = 16;

export class CompareRing implements ComparisonWatch {
  readonly pairs: ComparedPair[] = [];
  #next = 0;
  /** How close each comparison has come, by site and distance. */
  readonly #profile = new Uint8Array(1 << PROFILE_BITS);
  /** Distances that were new in this execution. */
  fresh = 0;

  /** Before an execution that is watched. */
  begin(): void {
    this.fresh = 0;
  }

  compare(site: number, operator: string, left: unknown, right: unknown): boolean {
    switch (operator) {
      case '===':
        if (left !== right) this.#note(site, left, right);
        return left === right;
      case '!==':
        if (left !== right) this.#note(site, left, right);
        return left !== right;
      case 'in':
        return this.#in(site, left, right);
      default:
        return this.#loosely(site, operator, left, right);
    }
  }

  select(site: number, value: unknown, cases: readonly unknown[]): unknown {
    if (!cases.includes(value)) for (const each of cases) this.#note(site, value, each);
    return value;
  }

  call(site: number, method: string, receiver: unknown, values: readonly unknown[]): unknown {
    // Reason for the cast: the code that was rewritten called this very method on this very value, and fails here as it would there.
    const called = (receiver as Record<string, unknown>)[method];
    if (typeof called !== 'function') throw new TypeError(`${method} is not a function`);
    this.#learn(site, method, receiver, values);
    return Reflect.apply(called, receiver, values);
  }

  #learn(site: number, method: string, receiver: unknown, values: readonly unknown[]): void {
    const [first] = values;
    if (typeof receiver === 'string' && typeof first === 'string') {
      if (method === 'startsWith') this.#note(site, receiver.slice(0, first.length), first);
      else if (method === 'endsWith') this.#note(site, receiver.slice(-first.length), first);
      else if (!receiver.includes(first)) this.#push(receiver.slice(0, TEXT_MAX), first);
    } else if ((receiver instanceof Map || receiver instanceof Set) && typeof first === 'string' && !receiver.has(first)) {
      this.#keys(site, first, receiver.keys());
    } else if (Array.isArray(receiver) && typeof first === 'string' && !receiver.includes(first)) {
      this.#keys(site, first, receiver.values());
    }
  }

  #keys(site: number, asked: string, keys: Iterable<unknown>): void {
    let count = 0;
    for (const key of keys) {
      if (typeof key !== 'string') continue;
      this.#note(site, asked, key);
      count += 1;
      if (count >= KEYS_MAX) return;
    }
  }

  #in(site: number, left: unknown, right: unknown): boolean {
    // Reason for the cast: what is no object fails here as it would have failed in the code.
    const object = right as object;
    const found = (left as PropertyKey) in object; // the operator takes anything
    if (!found && typeof left === 'string') this.#keys(site, left, Object.keys(object));
    return found;
  }

  /** Values of any type are compared the way the operator compares them. */
  #loosely(site: number, operator: string, left: unknown, right: unknown): boolean {
    const [a, b] = [left as number, right as number]; // the operators take anything, the types only know numbers
    if (typeof left === typeof right) this.#note(site, left, right);
    switch (operator) {
      case '==':
        // oxlint-disable-next-line eqeqeq -- the code under test wrote it so
        return a == b;
      case '!=':
        // oxlint-disable-next-line eqeqeq -- the code under test wrote it so
        return a != b;
      case '<':
        return a < b;
      case '>':
        return a > b;
      case '<=':
        return a <= b;
      default:
        return a >= b;
    }
  }

  #note(site: number, left: unknown, right: unknown): void {
    if (typeof left === 'string' && typeof right === 'string') {
      if (left === right || right.length > TEXT_MAX || left.length > TEXT_MAX) return;
      let same = 0;
      while (same < left.length && left.charCodeAt(same) === right.charCodeAt(same)) same += 1;
      this.#close(site, same);
      this.#push(left, right);
      this.#push(right, left);
    } else if (typeof left === 'number' && typeof right === 'number') {
      const distance = Math.abs(left - right);
      if (!(distance >= 0)) return;
      this.#close(site, 32 + Math.min(63, Math.ceil(Math.log2(distance + 1))));
      this.#push(left, right);
      this.#push(right, left);
      // The smallest step that turns `<` round.
      if (distance > 0) this.#push(left, right + (left < right ? 1 : -1));
    }
  }

  #close(site: number, closeness: number): void {
    const at = ((site ^ Math.imul(closeness + 1, 0x9e3779b1)) >>> 0) & ((1 << PROFILE_BITS) - 1);
    if (this.#profile[at] !== 0) return;
    this.#profile[at] = 1;
    this.fresh += 1;
  }

  #push(actual: string | number, wanted: string | number): void {
    const pair = { actual, wanted } as ComparedPair; // both are of one type wherever this is called
    if (this.pairs.length < RING) this.pairs.push(pair);
    else this.pairs[this.#next] = pair;
    this.#next = (this.#next + 1) % RING;
  }
}
