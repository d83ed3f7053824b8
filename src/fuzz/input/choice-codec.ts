/**
 * A choice sequence as bytes: kinds and values only. Bounds, labels and spans belong to the generator and come back when it draws from the
 * sequence again, so a stored input survives changes of the generator as far as it still means something.
 */
import { ByteReader, ByteWriter } from '../../decide/bytes.ts';
import { ChoiceKind, choiceWord } from './choice-kind.ts';
import { type ChoiceObject, ChoiceSequence } from './choice-sequence.ts';
import { decodeText, encodeText } from './text-codec.ts';

/** Tells a stored sequence from any other file. */
const MAGIC = [0x66, 0x7a, 0x63, 0x01] as const;

const KIND_BITS = 3;

export function encodeChoices(sequence: ChoiceSequence): Uint8Array {
  const out = new ByteWriter();
  for (const byte of MAGIC) out.byte(byte);
  out.varint(sequence.length);
  for (let at = 0; at < sequence.length; at += 1) {
    const kind = sequence.kindAt(at);
    const value = sequence.valueAt(at);
    out.byte(kind === ChoiceKind.boolean ? kind | (value << KIND_BITS) : kind);
    if (kind === ChoiceKind.integer) out.signed(value);
    else if (kind === ChoiceKind.index) out.varint(value);
    else if (kind === ChoiceKind.float) out.bytes(new Uint8Array(Float64Array.of(value).buffer));
    else if (kind === ChoiceKind.bytes || kind === ChoiceKind.text) {
      const object = sequence.objectAt(at);
      const bytes = typeof object === 'string' ? encodeText(object) : object;
      out.varint(bytes.length);
      out.bytes(bytes);
    }
  }
  return out.done().slice();
}

/** Undefined for bytes that are no stored sequence. */
export function decodeChoices(bytes: Uint8Array): ChoiceSequence | undefined {
  if (!MAGIC.every((byte, at) => bytes[at] === byte)) return undefined;
  const input = new ByteReader(bytes.subarray(MAGIC.length));
  const builder = new SequenceBuilder();
  try {
    for (let rest = input.varint(); rest > 0; rest -= 1) {
      const head = input.byte();
      const kind = head & ((1 << KIND_BITS) - 1);
      if (kind === ChoiceKind.boolean) builder.number(kind, head >> KIND_BITS);
      else if (kind === ChoiceKind.integer) builder.number(kind, input.signed());
      else if (kind === ChoiceKind.index) builder.number(kind, input.varint());
      else if (kind === ChoiceKind.float) builder.number(kind, new Float64Array(input.take(8).slice().buffer)[0] ?? 0);
      else if (kind === ChoiceKind.bytes) builder.object(kind, input.take(input.varint()).slice());
      else if (kind === ChoiceKind.text) builder.object(kind, decodeText(input.take(input.varint())));
      else return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return input.rest().length === 0 ? builder.done() : undefined;
}

/** Draws one by one, without bounds; for sequences that come from elsewhere. */
export class SequenceBuilder {
  readonly #words: number[] = [];
  readonly #numbers: number[] = [];
  readonly #objects: ChoiceObject[] = [];

  number(kind: ChoiceKind, value: number): void {
    this.#words.push(choiceWord(kind, 0));
    this.#numbers.push(value, value, value);
  }

  object(kind: ChoiceKind, value: ChoiceObject): void {
    this.number(kind, this.#objects.push(value) - 1);
  }

  done(): ChoiceSequence {
    return new ChoiceSequence(Int32Array.from(this.#words), Float64Array.from(this.#numbers), this.#objects, new Int32Array());
  }
}
