/**
 * Inputs of functions that take a text: any sequence of code units, lone surrogates included. Stored as UTF-8, and lone surrogates as the
 * three bytes UTF-8 would give them, so that every text comes back as it was.
 */
import { textOfUnits } from '../../base/text-of-units.ts';
import type { InputForm } from './form.ts';
import { Havoc } from './havoc.ts';
import { quoted } from './render-source.ts';
import { decodeText, encodeText } from './text-codec.ts';
import { textPalette } from './unit-palette.ts';

const havoc = new Havoc('text', textPalette);

function taken(): string {
  return textOfUnits(havoc.units.subarray(0, havoc.length));
}

export const stringForm: InputForm<string> = {
  name: 'string',
  generate(random, sizeMax) {
    havoc.generate(random, sizeMax);
    return taken();
  },
  mutate(parent, other, random, hints, sizeMax) {
    havoc.mutate(parent, other, random, hints, sizeMax);
    return taken();
  },
  args: (input) => [input],
  encode: encodeText,
  decode: decodeText,
  size: (input) => input.length,
  render: quoted,
};
