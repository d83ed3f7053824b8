/** An input in the parts an explanation speaks of: characters of a text, bytes, or the draws a structured value was made of. */
import { hexEncode } from '../../base/hex.ts';
import { ChoiceKind } from '../../fuzz/input/choice-kind.ts';
import { decodeChoices, encodeChoices } from '../../fuzz/input/choice-codec.ts';
import type { ChoiceObject, ChoiceSequence } from '../../fuzz/input/choice-sequence.ts';
import { decodeText, encodeText } from '../../fuzz/input/text-codec.ts';
import type { FormName } from '../../fuzz/worker/protocol.ts';

export interface InputParts {
  readonly unit: 'character' | 'byte' | 'draw';
  readonly count: number;
  /** For people. */
  textOf(at: number): string;
  /** Only these parts; undefined where parts cannot be left out one by one. */
  readonly only: ((kept: readonly number[]) => Uint8Array) | undefined;
  /** Other values for one part, as far apart as they can be. */
  others(at: number): readonly { readonly bytes: Uint8Array; readonly text: string }[];
}

export function partsOf(form: FormName, bytes: Uint8Array): InputParts {
  const sequence = form === 'choices' ? decodeChoices(bytes) : undefined;
  if (sequence !== undefined) return drawsOf(sequence);
  return form === 'string' ? charactersOf(bytes) : bytesOf(bytes);
}

/** Two of every kind, because one of them may be what is there. */
const OTHER_CHARACTERS = ['a', 'b', '0', '7', ' ', '\u0000', 'Z', 'Y', '~', 'é'];

function charactersOf(bytes: Uint8Array): InputParts {
  const characters = Array.from(decodeText(bytes));
  return {
    unit: 'character',
    count: characters.length,
    textOf: (at) => characters[at] ?? '',
    only: (kept) => encodeText(kept.map((at) => characters[at] ?? '').join('')),
    others: (at) =>
      OTHER_CHARACTERS.filter((other) => other !== characters[at]).map((text) => ({
        text,
        bytes: encodeText(characters.with(at, text).join('')),
      })),
  };
}

const OTHER_BYTES = [0x00, 0x01, 0x30, 0x37, 0x61, 0x62, 0x7f, 0x80, 0xff];

function bytesOf(bytes: Uint8Array): InputParts {
  const textOf = (at: number) => hexEncode(bytes.subarray(at, at + 1));
  return {
    unit: 'byte',
    count: bytes.length,
    textOf,
    only: (kept) => Uint8Array.from(kept, (at) => bytes[at] ?? 0),
    others: (at) =>
      OTHER_BYTES.filter((other) => other !== bytes[at]).map((other) => ({
        text: hexEncode(Uint8Array.of(other)),
        bytes: bytes.with(at, other),
      })),
  };
}

/** What a draw means depends on those before it, so none can be left out without changing the others. */
function drawsOf(sequence: ChoiceSequence): InputParts {
  return {
    unit: 'draw',
    count: sequence.length,
    textOf: (at) => tell(drawnAt(sequence, at)),
    only: undefined,
    others: (at) => otherDraws(sequence, at).map((value) => ({ text: tell(value), bytes: encodeChoices(sequence.withOne(at, value)) })),
  };
}

function drawnAt(sequence: ChoiceSequence, at: number): number | ChoiceObject {
  const kind = sequence.kindAt(at);
  return kind === ChoiceKind.text || kind === ChoiceKind.bytes ? sequence.objectAt(at) : sequence.valueAt(at);
}

function otherDraws(sequence: ChoiceSequence, at: number): readonly (number | ChoiceObject)[] {
  const drawn = drawnAt(sequence, at);
  if (typeof drawn === 'string') return ['', 'a', '0', 'zz'].filter((other) => other !== drawn);
  if (typeof drawn !== 'number') return [new Uint8Array(), Uint8Array.of(0), Uint8Array.of(255, 255)];
  const kind = sequence.kindAt(at);
  if (kind === ChoiceKind.boolean) return [1 - drawn];
  const values = kind === ChoiceKind.index ? [0, 1, 2, 3] : kind === ChoiceKind.float ? [0, 1.5, -2.5, 1e9] : [0, 1, -1, 7, 1000];
  return values.filter((other) => other !== drawn);
}

function tell(value: number | ChoiceObject): string {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? JSON.stringify(value) : `bytes ${hexEncode(value)}`;
}
