/** Inputs of functions that take bytes. The input is the corpus file itself. */
import { Buffer } from 'node:buffer';
import type { InputForm } from './form.ts';
import { Havoc } from './havoc.ts';
import { extensions, meetings } from './meet-comparison.ts';
import { bytePalette } from './unit-palette.ts';

const havoc = new Havoc('bytes', bytePalette);

/** Loops, because inputs are short: the calls that copy whole rows cost more than copying them by hand. */
function taken(): Uint8Array {
  const { units, length } = havoc;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = units[at] ?? 0;
  return bytes;
}

function copied(input: Uint8Array): Buffer {
  const { length } = input;
  const copy = Buffer.allocUnsafe(length);
  if (length > 64) copy.set(input);
  else for (let at = 0; at < length; at += 1) copy[at] = input[at] ?? 0;
  return copy;
}

function rowOf(input: Uint8Array): string {
  return Buffer.from(input).toString('latin1');
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
  meet: (input, pair, sizeMax) => meetings(input, rowOf(input), pair, 'bytes', sizeMax),
  extend: (input, wanted, glues, sizeMax) => extensions(input, rowOf(input), wanted, glues, sizeMax),
  edited(edit) {
    havoc.edit(edit);
    return taken();
  },
  // A Buffer is a Uint8Array that functions written for either can read.
  only: copied,
  args: (input) => [copied(input)],
  encode: (input) => input,
  decode: (bytes) => bytes,
  size: (input) => input.length,
  render: (input) => `Buffer.from('${Buffer.from(input).toString('base64')}', 'base64')`,
};
