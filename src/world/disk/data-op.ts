/** One pending change of the bytes or attributes of an inode, with what it takes to undo it. */
export type DataOpKind = 'write' | 'truncate' | 'attributes';

export class DataOp {
  readonly seq: number;
  readonly kind: DataOpKind;
  readonly offset: number;
  readonly length: number;
  readonly oldSize: number;
  /** Bytes that a write covered or a truncation cut off. */
  readonly old: Uint8Array | undefined;
  /** The written bytes themselves: only kept where taking back is not possible any more (a dropped fsync). */
  data: Uint8Array | undefined;
  readonly oldAttributes: Attributes | undefined;

  constructor(seq: number, kind: DataOpKind, offset: number, length: number, oldSize: number, old?: Uint8Array, attributes?: Attributes) {
    this.seq = seq;
    this.kind = kind;
    this.offset = offset;
    this.length = length;
    this.oldSize = oldSize;
    this.old = old;
    this.data = undefined;
    this.oldAttributes = attributes;
  }
}

export interface Attributes {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}
