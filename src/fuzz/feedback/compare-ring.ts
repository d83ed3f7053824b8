/**
 * What the target compared lately. The watched copy of its code calls this with both sides of every comparison; pairs of texts and numbers
 * are kept in a ring, and how close two values were is a feature of its own, so that a search can get closer step by step.
 */
import type { ComparisonWatch } from '../../sim/load/comparison-marks.ts';
import type { ComparedPair } from '../hints.ts';
import { samplesOf } from './regex-samples.ts';

const RING = 512;
const TEXT_MAX = 64;
const KEYS_MAX = 16;
const PROFILE_BITS = 16;
/** What one place compares with one value in one execution, in a loop for instance, says the same after a few times. */
const SAME_MAX = 4;
const PLACE_MAX = 48;
const SLOTS = 1 << 12;
/** More than anything is counted up to. */
const COUNT_MAX = 64;
const BASE_MAX = 2 ** 31 - 2 * COUNT_MAX;
/** They lead from any object to what all objects share. */
const SHARED_NAMES = ['__proto__', 'constructor'];

/** The logarithm of one more than a distance, rounded up: what most comparisons of numbers need, without a call. */
function bitsOf(distance: number): number {
  const whole = distance | 0;
  return 32 - Math.clz32(whole) + (whole < distance ? 1 : 0);
}

/** Values of any type are compared the way the operator compares them. */
function loosely(operator: string, left: unknown, right: unknown): boolean {
  const a = left as number; // the operators take anything, the types only know numbers
  const b = right as number;
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

function slotOf(site: number, salt: number): number {
  return (Math.imul(site ^ Math.imul(salt | 0, 0x85ebca6b), 0x9e3779b1) >>> 20) & (SLOTS - 1);
}

interface Slot {
  actual: string | number;
  wanted: string | number;
}

export class CompareRing implements ComparisonWatch {
  readonly #slots: Slot[] = [];
  #next = 0;
  /** How close each comparison has come, by site and distance. */
  readonly #profile = new Uint8Array(1 << PROFILE_BITS);
  /** Somebody with a clock may know texts that an expression takes long for. */
  slowTexts: (expression: RegExp) => readonly string[] = () => [];
  readonly #samples = new Map<string, readonly string[]>();
  /** Distances that were new in this execution. */
  fresh = 0;
  /** Pairs of this execution. */
  #own = 0;
  /** The place in `#times` at which nothing is counted of this execution: grows by more than any count can. */
  #base = 0;
  /** How often each place has compared with the same value in this execution, above the base; what an earlier one left is below it. */
  readonly #times = new Int32Array(SLOTS);

  /** Written over from time to time: whoever wants to keep one makes a copy. */
  get pairs(): readonly ComparedPair[] {
    return this.#slots as readonly ComparedPair[]; // both sides are of one type wherever something is noted
  }

  /** Before an execution that is watched. */
  begin(): void {
    this.fresh = 0;
    this.#own = 0;
    this.#base += COUNT_MAX;
    if (this.#base < BASE_MAX) return;
    this.#base = COUNT_MAX;
    this.#times.fill(0);
  }

  /** What the last execution that was watched compared, or the last `most` of it, in the order of its doing. */
  own(most = RING): readonly ComparedPair[] {
    const { pairs } = this;
    const found: ComparedPair[] = [];
    for (let back = Math.min(this.#own, pairs.length, most); back > 0; back -= 1) {
      const pair = pairs[(this.#next - back + pairs.length) % pairs.length];
      if (pair !== undefined) found.push(pair);
    }
    return found;
  }

  /** Short, so that the optimiser puts it where it is called: most of what a long input makes a loop compare tells nothing new. */
  compare(site: number, operator: string, left: unknown, right: unknown): boolean {
    switch (operator) {
      case '===':
        if (left !== right && this.#isOpen(site)) this.#note(site, left, right);
        return left === right;
      case '!==':
        if (left !== right && this.#isOpen(site)) this.#note(site, left, right);
        return left !== right;
      case 'in':
        return this.#in(site, left, right);
      default:
        if (typeof left === typeof right && this.#isOpen(site)) this.#note(site, left, right);
        return loosely(operator, left, right);
    }
  }

  select(site: number, value: unknown, cases: readonly unknown[]): unknown {
    if (this.#isOpen(site) && !cases.includes(value)) for (const each of cases) this.#note(site, value, each);
    return value;
  }

  /** A text by which a property is named: it may as well be the name of one that every object has. */
  key(site: number, value: unknown): unknown {
    if (typeof value === 'string' && this.#isOpen(site) && value.length <= TEXT_MAX && this.#isWorth(site, 0)) {
      for (const name of SHARED_NAMES) if (value !== name) this.#push(value, name);
    }
    return value;
  }

  call(site: number, method: string, receiver: unknown, values: readonly unknown[]): unknown {
    // Reason for the cast: the code that was rewritten called this very method on this very value, and fails here as it would there.
    const called = (receiver as Record<string, unknown>)[method];
    if (typeof called !== 'function') throw new TypeError(`${method} is not a function`);
    if (this.#isOpen(site)) this.#learn(site, method, receiver, values);
    return Reflect.apply(called, receiver, values);
  }

  #learn(site: number, method: string, receiver: unknown, values: readonly unknown[]): void {
    const [first] = values;
    if (typeof receiver === 'string' && first instanceof RegExp) {
      if (this.#isWorth(site, 0)) for (const sample of this.#samplesOf(first)) this.#push(receiver.slice(0, TEXT_MAX), sample);
    } else if (typeof receiver === 'string' && typeof first === 'string') {
      if (method === 'startsWith') this.#note(site, receiver.slice(0, first.length), first);
      else if (method === 'endsWith') this.#note(site, receiver.slice(-first.length), first);
      else if (!receiver.includes(first) && this.#isWorth(site, first.length)) {
        this.#push(receiver.slice(0, TEXT_MAX), first);
        // Something that is looked for most often stands behind or before something else.
        if (receiver.length <= TEXT_MAX && receiver !== '') this.#push(receiver, receiver + first);
      }
    } else if (receiver instanceof RegExp && typeof first === 'string') {
      if (this.#isWorth(site, 0)) for (const sample of this.#samplesOf(receiver)) this.#push(first.slice(0, TEXT_MAX), sample);
    } else if ((receiver instanceof Map || receiver instanceof Set) && typeof first === 'string' && !receiver.has(first)) {
      this.#keys(site, first, receiver.keys());
    } else if (receiver instanceof URLSearchParams && typeof first === 'string' && !receiver.has(first)) {
      if (this.#isWorth(site, first.length)) this.#push('', first);
    } else if (Array.isArray(receiver) && typeof first === 'string' && !receiver.includes(first)) {
      this.#keys(site, first, receiver.values());
    }
  }

  /** Texts the expression accepts, and texts it takes long for, made once. */
  #samplesOf(expression: RegExp): readonly string[] {
    const key = String(expression);
    const known = this.#samples.get(key);
    if (known !== undefined) return known;
    const made = [...samplesOf(expression), ...this.slowTexts(expression)];
    this.#samples.set(key, made);
    return made;
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
    if (!found && typeof left === 'string' && this.#isOpen(site)) this.#keys(site, left, Object.keys(object));
    return found;
  }

  #note(site: number, left: unknown, right: unknown): void {
    if (left === undefined || right === undefined) return this.#noteMissing(site, left ?? right);
    if (typeof left === 'string' && typeof right === 'string') {
      if (left === right || right.length > TEXT_MAX || left.length > TEXT_MAX) return;
      if (!this.#isWorth(site, right.length === 0 ? 0 : right.charCodeAt(0) * 64 + right.length)) return;
      let same = 0;
      while (same < left.length && left.charCodeAt(same) === right.charCodeAt(same)) same += 1;
      this.#close(site, same + (left === '' || right === '' ? 0 : 1));
      this.#push(left, right);
      this.#push(right, left);
    } else if (typeof left === 'number' && typeof right === 'number') {
      const distance = Math.abs(left - right);
      if (!(distance >= 0) || !this.#isWorth(site, right)) return;
      this.#close(site, 32 + (distance < 2 ** 31 ? bitsOf(distance) : Math.min(63, Math.ceil(Math.log2(distance + 1)))));
      this.#push(left, right);
      this.#push(right, left);
      // The smallest step that turns `<` round.
      if (distance > 0) this.#push(left, right + (left < right ? 1 : -1));
    }
  }

  /** Something was to be there and is not. */
  #noteMissing(site: number, wanted: unknown): void {
    if (typeof wanted === 'string' && wanted !== '' && wanted.length <= TEXT_MAX && this.#isWorth(site, wanted.length))
      this.#push('', wanted);
  }

  /** Whether this place still has something to tell in this execution. */
  #isOpen(site: number): boolean {
    return (this.#times[slotOf(site, 0)] ?? 0) < this.#base + PLACE_MAX;
  }

  #isWorth(site: number, wanted: number): boolean {
    return this.#counts(site, 0, PLACE_MAX) && this.#counts(site, wanted + 1, SAME_MAX);
  }

  #counts(site: number, salt: number, limit: number): boolean {
    const slot = slotOf(site, salt);
    const base = this.#base;
    const times = this.#times[slot] ?? 0;
    if (times >= base + limit) return false;
    this.#times[slot] = times < base ? base + 1 : times + 1;
    return true;
  }

  #close(site: number, closeness: number): void {
    const at = ((site ^ Math.imul(closeness + 1, 0x9e3779b1)) >>> 0) & ((1 << PROFILE_BITS) - 1);
    if (this.#profile[at] !== 0) return;
    this.#profile[at] = 1;
    this.fresh += 1;
  }

  #push(actual: string | number, wanted: string | number): void {
    const slot = this.#slots[this.#next];
    if (slot === undefined) this.#slots.push({ actual, wanted });
    else {
      slot.actual = actual;
      slot.wanted = wanted;
    }
    this.#next = (this.#next + 1) % RING;
    this.#own += 1;
  }
}
