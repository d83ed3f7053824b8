/** What is wrong with a call that changed what all code shares. */
import type { Change } from './intrinsics.ts';
import type { RawFinding } from './raw-finding.ts';

/** What a call left behind in the language. */
export function changesFinding(changes: readonly Change[]): RawFinding | undefined {
  const worst = changes.find(({ kind }) => kind === 'pollution') ?? changes[0];
  if (worst === undefined) return undefined;
  const paths = changes.map(({ path }) => path).join(', ');
  const isPollution = worst.kind === 'pollution';
  return {
    kind: 'target_behavior',
    title: isPollution ? 'prototype_pollution' : 'global_leak',
    message: isPollution ? `the input changed ${paths}, which every object of the program shares` : `the call left ${paths} behind`,
    bucket: worst.path,
  };
}
