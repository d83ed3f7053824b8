/**
 * A text as one piece of memory. One that was put together from others stays a tree of its parts for the engine, and code that has met texts of
 * too many kinds is compiled for anything at all: a reader of CSV took twice as long. So whatever a target is given is made of one piece.
 */
import { Buffer } from 'node:buffer';
import { UnitText } from './unit-text.ts';

const texts = new UnitText();
let buffer = Buffer.allocUnsafeSlow(8192);
let units = new Uint16Array(buffer.buffer);

export function flatText(text: string): string {
  const { length } = text;
  if (length > units.length) widen(length);
  buffer.write(text, 0, length * 2, 'utf16le');
  return texts.of(units, length);
}

function widen(length: number): void {
  buffer = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(length * 2)));
  units = new Uint16Array(buffer.buffer);
}
