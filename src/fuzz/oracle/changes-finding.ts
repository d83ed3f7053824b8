/** What is wrong with a call that changed what all code shares. */
import type { Change } from './intrinsics.ts';
import type { RawFinding } from './raw-finding.ts';

const TOLD_MAX = 4;

/** The one a finding is about: what every object of the program inherits matters more than a name that was left behind. */
export function worstOf(changes: readonly Change[]): Change | undefined {
  return changes.find(({ kind }) => kind === 'pollution') ?? changes[0];
}

/** What tells one such failure from another: the code that wrote, and a name it has for what it wrote. Names made of the input are countless. */
export interface Writer {
  /** The innermost functions of the project, with their files. */
  readonly frames: readonly string[];
  readonly isNamed: boolean;
  readonly stack?: string;
}

/** What a call left behind in the language. */
export function changesFinding(changes: readonly Change[], { frames, isNamed, stack }: Writer): RawFinding | undefined {
  const worst = worstOf(changes);
  if (worst === undefined) return undefined;
  const paths = changes.slice(0, TOLD_MAX).map(({ path }) => path);
  const told = [...paths, ...(changes.length > TOLD_MAX ? [`${changes.length - TOLD_MAX} more`] : [])].join(', ');
  const isPollution = worst.kind === 'pollution';
  return {
    kind: 'target_behavior',
    title: isPollution ? 'prototype_pollution' : 'global_leak',
    message: isPollution ? `the input changed ${told}, which every object of the program shares` : `the call left ${told} behind`,
    // Where nothing says who wrote, at least what was written to is told.
    bucket: [isNamed ? String(worst.key) : frames.length === 0 ? `${worst.owner}.…` : '…', ...frames].join('\n'),
    ...(stack === undefined ? {} : { stack }),
  };
}
