/**
 * Inputs of functions that take a text: any sequence of code units, lone surrogates included. Stored as UTF-8, and lone surrogates as the
 * three bytes UTF-8 would give them, so that every text comes back as it was.
 */
import type { InputForm } from './form.ts';
import { Havoc } from './havoc.ts';
import { extensions, meetings } from './meet-comparison.ts';
import { quoted } from './render-source.ts';
import { decodeText, encodeText } from './text-codec.ts';
import { textPalette } from './unit-palette.ts';
import { UnitText } from './unit-text.ts';

const havoc = new Havoc('text', textPalette);
const texts = new UnitText();

let last = '';

function taken(): string {
  last = texts.of(havoc.units, havoc.length);
  return last;
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
  meet: (input, pair, sizeMax) => meetings(input, input, pair, 'text', sizeMax),
  extend: (input, wanted, glues, sizeMax) => extensions(input, input, wanted, glues, sizeMax),
  edited(edit) {
    havoc.edit(edit);
    return taken();
  },
  args: (input) => [input],
  only: (input) => input,
  wordsOf: (input) => (input === last ? texts : undefined),
  makeIn(ring) {
    texts.ring = ring;
  },
  encode: encodeText,
  decode: decodeText,
  size: (input) => input.length,
  render: quoted,
};

/** Halves of characters; whole ones are no surrogates for an expression that knows of characters. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** The same for `g.string()`, which promises texts without lone surrogates. */
export const wellFormedForm: InputForm<string> = {
  ...stringForm,
  generate: (...how) => wellFormed(stringForm.generate(...how)),
  mutate: (...how) => wellFormed(stringForm.mutate(...how)),
  edited: (edit) => wellFormed(stringForm.edited(edit)),
  decode: (bytes) => wellFormed(decodeText(bytes)),
};
