/**
 * The identity of "the same failure": kind, title and normalised place. Line numbers, ids, times
 * and message text stay out, so that a failure keeps its identity while it is shrunk or edited around.
 */
import { blake3Hex } from '../base/blake3.ts';
import type { FindingKind } from './finding.ts';

const DIGITS = 16;

export interface FingerprintPlace {
  /** Project-relative, '/'-separated. */
  readonly file: string;
  /** Pointer of the step in the original scenario, or the innermost user function; '' for the whole run. */
  readonly place: string;
}

export function fingerprintOf(kind: FindingKind, title: string, at: FingerprintPlace): string {
  return blake3Hex(`${kind}\n${title}\n${at.file}\n${at.place}`).slice(0, DIGITS);
}
