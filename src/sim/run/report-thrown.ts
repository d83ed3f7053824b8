/** A check, or the scenario itself, threw instead of answering: that is a finding of its own, at the line that threw. */
import { describeError } from '../describe-error.ts';
import type { Machine } from '../machine.ts';
import { connectionHint } from './connection-hint.ts';
import type { Verdict } from './verdict.ts';

export function reportThrown(name: string, error: unknown, test: Machine, verdict: Verdict): void {
  const { text, place, stack } = describeError(error);
  const message = `${name} threw ${text}${connectionHint(error, test)}`;
  verdict.report({ kind: 'invariant', title: 'check_threw', message, place: `${name} ${place}`, stack });
}
