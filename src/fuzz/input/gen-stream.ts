/**
 * Generators of streams. What a stream carries is drawn first, then where it is cut; without a cut it comes as a whole, which is what a
 * failure that has nothing to do with the pieces shrinks to.
 */
import { Gen } from './gen.ts';
import { ArrayGen } from './gen-collection.ts';
import { BytesGen, IntegerGen } from './gen-scalar.ts';
import { labelOf } from './labels.ts';
import { type Piece, type StreamKind, streamOf } from './streams.ts';
import type { Tape } from './tape.ts';

const CUTS = labelOf('cuts');
const CUTS_MAX = 16;

/** A text or bytes, in pieces. */
export class StreamGen extends Gen<object> {
  readonly kind: StreamKind;
  /** Bytes have no natural pieces: where they are cut must not matter. */
  readonly isBytes: boolean;
  readonly #whole: Gen<Piece>;

  constructor(whole: Gen<Piece>, kind: StreamKind) {
    super();
    this.kind = kind;
    this.isBytes = whole instanceof BytesGen;
    this.#whole = whole;
  }

  draw(tape: Tape): object {
    const whole = this.#whole.draw(tape);
    tape.open(CUTS);
    const inside = new IntegerGen({ min: 1, max: Math.max(1, whole.length - 1) });
    const cuts = whole.length < 2 ? [] : new ArrayGen(inside, { maxLength: CUTS_MAX, unique: true }).draw(tape);
    tape.close();
    return streamOf({ kind: this.kind, isCut: true, pieces: pieces(whole, cuts) });
  }
}

/** Values one after the other, as they are. */
export class ItemsGen extends Gen<object> {
  readonly #items: Gen<readonly unknown[]>;
  readonly #kind: StreamKind;

  constructor(item: Gen<unknown>, kind: StreamKind) {
    super();
    this.#items = new ArrayGen(item, {});
    this.#kind = kind;
  }

  draw(tape: Tape): object {
    return streamOf({ kind: this.#kind, isCut: false, pieces: this.#items.draw(tape) });
  }
}

function pieces(whole: Piece, cuts: readonly number[]): readonly Piece[] {
  if (whole.length === 0) return [];
  const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
  return places.slice(1).map((end, at) => whole.slice(places[at], end));
}
