/**
 * The bytes of one file. What lies beyond the written extent is zero without being stored, so holes cost nothing; bytes that came from
 * outside (a preset, a file of the project) are shared until the first write.
 */
const EMPTY = new Uint8Array(0);

/** Small files are the rule: their bytes are cut from shared slabs, because a buffer of its own costs more than all else about a file. */
const SLAB_BYTES = 64 * 1024;
const SLAB_SHARE_MAX = 2048;
const CAPACITY_MIN = 128;

/** Below this length a loop beats the two views that a block copy needs. */
const LOOP_MAX = 24;

export class Content {
  bytes: Uint8Array = EMPTY;
  size = 0;
  /** The end of what was ever written: everything in `bytes` from here on is zero. */
  extent = 0;
  private shared = false;

  /** Still exactly what it was made from. */
  get isShared(): boolean {
    return this.shared;
  }

  static sharing(bytes: Uint8Array): Content {
    const content = new Content();
    content.bytes = bytes;
    content.size = bytes.length;
    content.extent = bytes.length;
    content.shared = true;
    return content;
  }

  /** An independent copy with the same bytes. */
  copy(): Content {
    const content = new Content();
    content.bytes = this.bytes.slice(0, this.extent);
    content.size = this.size;
    content.extent = this.extent;
    return content;
  }

  /** Bytes copied into the target; 0 at the end of the file. */
  read(target: Uint8Array, offset: number, length: number, position: number): number {
    const count = Math.min(length, this.size - position);
    if (count <= 0) return 0;
    const stored = Math.max(0, Math.min(count, this.extent - position));
    copyBytes(this.bytes, position, target, offset, stored);
    if (stored < count) target.fill(0, offset + stored, offset + count);
    return count;
  }

  /** A fresh copy of a range; shorter at the end of the file. */
  slice(from: number, to: number): Uint8Array {
    const end = Math.min(to, this.size);
    if (end <= from) return EMPTY;
    if (end <= this.extent) return this.bytes.slice(from, end);
    const copy = new Uint8Array(end - from);
    this.read(copy, 0, end - from, from);
    return copy;
  }

  write(source: Uint8Array, offset: number, length: number, position: number): void {
    if (length === 0) return;
    const end = position + length;
    this.own(end);
    copyBytes(source, offset, this.bytes, position, length);
    if (end > this.extent) this.extent = end;
    if (end > this.size) this.size = end;
  }

  /** Zeros in place of data, as a disk shows for a block that never reached it. */
  clear(position: number, length: number): void {
    const end = Math.min(position + length, this.extent);
    if (end > position) {
      this.own(this.extent);
      this.bytes.fill(0, position, end);
    }
    if (position + length > this.size) this.size = position + length;
  }

  resize(size: number): void {
    if (size < this.extent) {
      this.own(this.extent);
      this.bytes.fill(0, size, this.extent);
      this.extent = size;
    }
    this.size = size;
  }

  /** Empties the file and hands its buffer over, zeros at its end included, which is cheaper than copying. */
  detach(): Uint8Array {
    const old = this.bytes;
    this.bytes = EMPTY;
    this.size = 0;
    this.extent = 0;
    this.shared = false;
    return old;
  }

  private own(capacity: number): void {
    const { bytes } = this;
    if (capacity <= bytes.length && !this.shared) return;
    const grown = allocate(
      capacity <= bytes.length ? bytes.length : Math.max(CAPACITY_MIN, capacity, Math.min(bytes.length * 2, capacity * 2)),
    );
    grown.set(this.extent === bytes.length ? bytes : bytes.subarray(0, this.extent));
    this.bytes = grown;
    this.shared = false;
  }
}

let slab = new Uint8Array(0);
let slabUsed = 0;

/** Zeros; no part of a slab is ever given out twice. */
function allocate(capacity: number): Uint8Array {
  if (capacity > SLAB_SHARE_MAX) return new Uint8Array(capacity);
  if (slabUsed + capacity > slab.length) {
    slab = new Uint8Array(SLAB_BYTES);
    slabUsed = 0;
  }
  const start = slabUsed;
  slabUsed += capacity;
  // Several times cheaper than subarray, which looks for a subclass first.
  return new Uint8Array(slab.buffer, start, capacity);
}

function copyBytes(source: Uint8Array, from: number, target: Uint8Array, to: number, count: number): void {
  if (count > LOOP_MAX) {
    target.set(from === 0 && count === source.length ? source : source.subarray(from, from + count), to);
    return;
  }
  for (let index = 0; index < count; index += 1) target[to + index] = source[from + index] ?? 0;
}
