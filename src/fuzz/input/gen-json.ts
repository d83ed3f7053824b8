/** JSON values, and values of every type the language has. Written out instead of combined: these are the busiest generators. */
import { anyText } from './alphabet.ts';
import { Gen } from './gen.ts';
import { putOwn } from './gen-collection.ts';
import { labelOf } from './labels.ts';
import type { Tape } from './tape.ts';

/** What JSON.parse can return. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

const VALUE = labelOf('json');
const ELEMENT = labelOf('json element');
const MEMBER = labelOf('json member');

const LEAVES = 5;
const ALL = 7;
const TEXT_MAX = 1000;

export interface JsonOptions {
  /** How deep arrays and objects may lie in each other; 4 unless given. */
  readonly depthMax?: number;
}

export class JsonGen extends Gen<JsonValue> {
  readonly #depthMax: number;

  constructor({ depthMax = 4 }: JsonOptions) {
    super();
    this.#depthMax = depthMax;
  }

  draw(tape: Tape): JsonValue {
    return drawJson(tape, this.#depthMax);
  }
}

function drawJson(tape: Tape, depth: number): JsonValue {
  tape.open(VALUE);
  const value = drawKind(tape, tape.index(depth > 0 ? ALL : LEAVES), depth);
  tape.close();
  return value;
}

function drawKind(tape: Tape, kind: number, depth: number): JsonValue {
  switch (kind) {
    case 0:
      return null;
    case 1:
      return tape.boolean();
    case 2:
      return tape.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    case 3:
      return tape.text(0, TEXT_MAX, anyText);
    case 4:
      return tape.float(-Number.MAX_VALUE, Number.MAX_VALUE);
    case 5:
      return drawArray(tape, depth - 1);
    default:
      return drawObject(tape, depth - 1);
  }
}

function drawArray(tape: Tape, depth: number): JsonValue {
  const list: JsonValue[] = [];
  const appetite = tape.appetite();
  for (;;) {
    tape.open(ELEMENT);
    const goesOn = tape.boolean(appetite);
    if (goesOn) list.push(drawJson(tape, depth));
    tape.close();
    if (!goesOn) return list;
  }
}

function drawObject(tape: Tape, depth: number): JsonValue {
  const object: { [key: string]: JsonValue } = {};
  const appetite = tape.appetite();
  for (;;) {
    tape.open(MEMBER);
    const goesOn = tape.boolean(appetite);
    if (goesOn) putOwn(object, tape.text(0, TEXT_MAX, anyText), drawJson(tape, depth));
    tape.close();
    if (!goesOn) return object;
  }
}

/** Anything at all: what functions get that promise to take `unknown`. */
export class AnythingGen extends Gen<unknown> {
  draw(tape: Tape): unknown {
    switch (tape.index(8)) {
      case 0:
        return undefined;
      case 1:
        return tape.float(-Number.MAX_VALUE, Number.MAX_VALUE, 3);
      case 2:
        return BigInt(tape.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
      case 3:
        return new Date(tape.integer(-8.64e15, 8.64e15));
      case 4:
        return tape.bytes(0, TEXT_MAX);
      case 5:
        return new Map([[tape.text(0, TEXT_MAX, anyText), drawJson(tape, 2)]]);
      default:
        return drawJson(tape, 3);
    }
  }
}
