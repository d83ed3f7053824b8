/** An input as a short text that fits into a line of code: what a failed property prints and takes back. */
import { decodeChoices, encodeChoices } from '../input/choice-codec.ts';
import type { ChoiceSequence } from '../input/choice-sequence.ts';

export function tokenOf(sequence: ChoiceSequence): string {
  return Buffer.from(encodeChoices(sequence)).toString('base64url');
}

/** Undefined for a text that is no token. */
export function choicesOfToken(token: string): ChoiceSequence | undefined {
  return decodeChoices(Buffer.from(token, 'base64url'));
}
