/** Inputs that are bytes, and inputs that are text: the same bytes, given to the target as they are or decoded. */
import { hexEncode } from '../../base/hex.ts';
import type { Hints } from '../hints.ts';
import type { InputForm } from '../input/form.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';
import { ByteScratch } from './byte-scratch.ts';
import { mutatorNames } from './mutators.ts';

/** Beginnings that most parsers have something to say about. */
const OPENINGS = ['', ' ', 'a', '0', '-1', '1.5', '""', "'a'", '{}', '[]', '{"a":1}', '[1,2]', '<a b="c">d</a>', 'a=b&c=d', 'a: b\n', 'a,b\n1,2\n'];
const SHOWN_BYTES_MAX = 256;
/** Mutations one after the other on the same input: mostly few. */
const STACKED_MAX = 5;

// Reason for the cast: Node has the method on every version and in no type. It decodes short texts several times as fast as a TextDecoder.
const { utf8Slice } = Buffer.prototype as unknown as { utf8Slice(this: Uint8Array, start: number, end: number): string };

/** Works in the given buffer; what it gives are copies. */
export class BytesForm implements InputForm<Uint8Array> {
  readonly name: string;
  readonly scratch: ByteScratch;
  readonly #asText: boolean;

  constructor(kind: 'bytes' | 'string', buffer: Uint8Array) {
    this.name = kind;
    this.#asText = kind === 'string';
    this.scratch = new ByteScratch(buffer);
  }

  generate(random: FuzzRandom, sizeMax: number): Uint8Array {
    const { scratch } = this;
    const opening = OPENINGS[random.below(OPENINGS.length)] ?? '';
    scratch.length = 0;
    scratch.replaceAt(0, 0, opening, sizeMax);
    const rounds = random.skewedBelow(Math.min(sizeMax, 64) + 1);
    for (let round = 0; round < rounds; round += 1) {
      if (random.oneIn(4)) scratch.rearrange(random, sizeMax);
      else scratch.insert(random, sizeMax);
    }
    return this.#taken(sizeMax);
  }

  mutate(parent: Uint8Array, other: Uint8Array | undefined, random: FuzzRandom, hints: Hints, sizeMax: number): Uint8Array {
    const { scratch } = this;
    scratch.load(parent);
    const rounds = 1 + random.skewedBelow(STACKED_MAX);
    for (let round = 0; round < rounds; round += 1) this.#once(other, random, hints, sizeMax);
    return this.#taken(sizeMax);
  }

  args(input: Uint8Array): readonly unknown[] {
    return [this.argument(input)];
  }

  argument(input: Uint8Array): unknown {
    return this.#asText ? decodeText(input) : input;
  }

  encode(input: Uint8Array): Uint8Array {
    return input;
  }

  decode(bytes: Uint8Array): Uint8Array {
    return bytes;
  }

  size(input: Uint8Array): number {
    return input.length;
  }

  render(input: Uint8Array): string {
    if (this.#asText) return JSON.stringify(decodeText(input));
    const shown = input.subarray(0, SHOWN_BYTES_MAX);
    const text = [...shown].every((byte) => byte >= 32 && byte < 127) ? decodeText(shown) : undefined;
    const more = input.length > shown.length ? `/* ${input.length} bytes */` : '';
    if (text !== undefined) return `new TextEncoder().encode(${JSON.stringify(text)}${more})`;
    return `Buffer.from(${JSON.stringify(hexEncode(shown))}${more}, "hex")`;
  }

  #taken(sizeMax: number): Uint8Array {
    this.scratch.length = Math.min(this.scratch.length, sizeMax);
    return this.scratch.copy();
  }

  #once(other: Uint8Array | undefined, random: FuzzRandom, hints: Hints, sizeMax: number): void {
    const { scratch } = this;
    let chosen = random.below(mutatorNames.length);
    for (let tried = 0; tried < mutatorNames.length && (hints.resting & (1 << chosen)) !== 0; tried += 1) {
      chosen = (chosen + 1) % mutatorNames.length;
    }
    switch (mutatorNames[chosen]) {
      case 'bitflip':
        return scratch.flip(random);
      case 'insert':
        return scratch.insert(random, sizeMax);
      case 'delete':
        return scratch.remove(random);
      case 'overwrite':
        return scratch.overwrite(random);
      case 'havoc':
        return random.oneIn(2) ? scratch.rearrange(random, sizeMax) : scratch.changeNumber(random, sizeMax);
      case 'splice':
        return other === undefined ? scratch.rearrange(random, sizeMax) : scratch.splice(other, random, sizeMax);
      default:
        return this.#fromHints(random, hints, sizeMax);
    }
  }

  #fromHints(random: FuzzRandom, hints: Hints, sizeMax: number): void {
    const { pairs } = hints;
    if (pairs.length > 0 && !random.oneIn(3)) {
      const pair = pairs[random.below(pairs.length)];
      if (pair !== undefined && this.scratch.replaceCompared(pair, random, sizeMax)) return;
    }
    const taken = hints.take(random);
    if (taken === undefined) this.scratch.insert(random, sizeMax);
    else this.scratch.putText(String(taken), random, sizeMax);
  }
}

/** Invalid sequences become U+FFFD, as everywhere in Node. */
export function decodeText(bytes: Uint8Array): string {
  return utf8Slice.call(bytes, 0, bytes.length);
}
