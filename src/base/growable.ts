/** Vectors of plain numbers for hot columns: no boxing, no holes, capacity doubles as needed. */
import { assert, Bug } from './assert.ts';

const CAPACITY_START = 64;

abstract class NumberVector<Column extends Int32Array | Float64Array> {
  private column: Column;
  private count = 0;

  constructor() {
    this.column = this.allocate(CAPACITY_START);
  }

  protected abstract allocate(capacity: number): Column;

  get length(): number {
    return this.count;
  }

  push(value: number): void {
    if (this.count === this.column.length) this.grow();
    this.column[this.count] = value;
    this.count += 1;
  }

  get(index: number): number {
    const value = index < this.count ? this.column[index] : undefined;
    return value ?? this.outside(index);
  }

  set(index: number, value: number): void {
    if (!(index >= 0 && index < this.count)) this.outside(index);
    this.column[index] = value;
  }

  /** Forgets everything from `length` on; the capacity stays. */
  truncate(length: number): void {
    assert(length >= 0 && length <= this.count, `cannot truncate ${this.count} to ${length}`);
    this.count = length;
  }

  clear(): void {
    this.count = 0;
  }

  /** Apart from the accessors, so that no message is built while all is well. */
  private outside(index: number): never {
    throw new Bug(`index ${index} outside a vector of ${this.count}`);
  }

  private grow(): void {
    const wider = this.allocate(this.column.length * 2);
    wider.set(this.column);
    this.column = wider;
  }
}

export class Int32Vector extends NumberVector<Int32Array> {
  protected override allocate(capacity: number): Int32Array {
    return new Int32Array(capacity);
  }
}

export class Float64Vector extends NumberVector<Float64Array> {
  protected override allocate(capacity: number): Float64Array {
    return new Float64Array(capacity);
  }
}
