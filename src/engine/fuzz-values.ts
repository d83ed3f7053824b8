/** What the input of a fuzz run is called inside a scenario. */
import { hexEncode } from '../base/hex.ts';
import { utf8Decode } from '../base/utf8.ts';

export const FUZZ_INPUT = 'fuzz.input';
export const FUZZ_INPUT_HEX = 'fuzz.input_hex';

/** By key; empty where there is no input. Bytes that are no text are replaced. */
export function fuzzValues(input: Uint8Array | undefined): ReadonlyMap<string, string> {
  if (input === undefined) return new Map();
  return new Map([
    [FUZZ_INPUT, utf8Decode(input)],
    [FUZZ_INPUT_HEX, hexEncode(input)],
  ]);
}
