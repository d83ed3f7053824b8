/**
 * The passes over a steps scenario, in the order in which they pay off: the causal slice, faults, steps, schedule,
 * steps again under other schedules, values. A new way to shrink is one more line here.
 */
import { calmPairs, calmSchedule, removeUnderOtherSchedules } from './calm-schedule.ts';
import type { Dimension } from './dimension.ts';
import type { DraftNode } from './draft.ts';
import type { ShrinkPass } from './pass.ts';
import { isFault, removeNodes, removePairs } from './remove-nodes.ts';
import { deliverDropped, smallDraws } from './simplify-answers.ts';
import { simplifyValues, type ValueOptions } from './simplify-values.ts';
import type { StepsCandidate } from './steps-candidate.ts';
import { stepsSlice } from './steps-slice.ts';
import { unwrapBlocks } from './unwrap-blocks.ts';

export interface PassOptions extends ValueOptions {
  readonly minimize: Dimension | 'all';
  /** Pairs, and unwrapping of nested blocks. */
  readonly aggressive: boolean;
  /** Where the failing step stood in the original scenario, if it was a step that failed. */
  readonly failed: ReadonlySet<string>;
}

export function stepsPasses(options: PassOptions): readonly ShrinkPass<StepsCandidate>[] {
  const { failed } = options;
  switch (options.minimize) {
    case 'faults':
      return [stepsSlice(failed, isFault), ...faultPasses, ...(options.aggressive ? [removePairs(isFault)] : [])];
    case 'schedule':
      return [calmSchedule, ...(options.aggressive ? [calmPairs] : [])];
    case 'input':
      return [
        stepsSlice(failed, isInput),
        ...inputPasses(isInput),
        ...valuePasses(options),
        ...(options.aggressive ? [unwrapBlocks, removePairs(isInput)] : []),
      ];
    case 'all':
      return [
        stepsSlice(failed, anyNode),
        ...faultPasses,
        ...inputPasses(anyNode),
        calmSchedule,
        removeUnderOtherSchedules,
        ...valuePasses(options),
        ...(options.aggressive ? [unwrapBlocks, removePairs(anyNode), calmPairs] : []),
      ];
  }
}

const faultPasses: readonly ShrinkPass<StepsCandidate>[] = [removeNodes('fault steps', isFault), deliverDropped];

function inputPasses(wanted: (node: DraftNode) => boolean): readonly ShrinkPass<StepsCandidate>[] {
  return [removeNodes('steps', wanted)];
}

function valuePasses(options: PassOptions): readonly ShrinkPass<StepsCandidate>[] {
  return [simplifyValues(options), smallDraws];
}

function isInput(node: DraftNode): boolean {
  return !isFault(node);
}

function anyNode(): boolean {
  return true;
}
