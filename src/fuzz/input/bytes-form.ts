/** Inputs of functions that take bytes. The input is the corpus file itself. */
import { Buffer } from 'node:buffer';
import type { InputForm } from './form.ts';
import { Havoc } from './havoc.ts';
import { bytePalette } from './unit-palette.ts';

const havoc = new Havoc('bytes', bytePalette);

function taken(): Uint8Array {
  return Uint8Array.from(havoc.units.subarray(0, havoc.length));
}

export const bytesForm: InputForm<Uint8Array> = {
  name: 'bytes',
  generate(random, sizeMax) {
    havoc.generate(random, sizeMax);
    return taken();
  },
  mutate(parent, other, random, hints, sizeMax) {
    havoc.mutate(parent, other, random, hints, sizeMax);
    return taken();
  },
  // A Buffer is a Uint8Array that functions written for either can read.
  args: (input) => [Buffer.from(input)],
  encode: (input) => input,
  decode: (bytes) => bytes,
  size: (input) => input.length,
  render: (input) => `Buffer.from('${Buffer.from(input).toString('base64')}', 'base64')`,
};
