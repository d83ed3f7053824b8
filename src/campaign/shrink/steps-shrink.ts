/**
 * A recorded run of a steps scenario, ready to be shrunk: the first candidate, the passes that
 * apply to it, the oracle, and how large it is.
 */
import { canonicalJson } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';
import { utf8Length } from '../../base/utf8.ts';
import type { DecisionLog } from '../../decide/log.ts';
import type { Finding } from '../../trace/finding.ts';
import type { ShrinkSize } from '../../trace/summary.ts';
import { attemptSteps, type StepsOracle, startCandidate } from './attempt-steps.ts';
import type { Dimension } from './dimension.ts';
import { type Draft, readDraft, renderDraft, stepsOf } from './draft.ts';
import type { MinimiseOptions } from './minimise.ts';
import type { Objective } from './objective.ts';
import { isFault } from './remove-nodes.ts';
import { isDrop } from './simplify-answers.ts';
import { candidateKey, deviationsOf, type StepsCandidate } from './steps-candidate.ts';
import { type PassOptions, stepsPasses } from './steps-passes.ts';

export interface RecordedSteps {
  readonly parts: StepsOracle['parts'];
  readonly scenario: JsonObject;
  /** From pointers of `scenario` to original ones, where an earlier shrink moved them. */
  readonly origins: ReadonlyMap<string, string>;
  readonly decisions: DecisionLog;
  /** The failure to keep. */
  readonly failure: Finding;
  readonly virtualTimeMs: number;
}

export interface ShrinkableSteps extends Omit<RecordedSteps, 'failure'> {
  /** Undefined for a run that passed and must go on passing. */
  readonly failure: Finding | undefined;
  readonly objective?: Objective | undefined;
}

export interface StepsShrink extends Omit<MinimiseOptions<StepsCandidate>, 'stop' | 'passes'> {
  /** Executes a candidate. Gives it back, completed with what the run taught, if it shows the same failure. */
  readonly attempt: (candidate: StepsCandidate) => StepsCandidate | undefined;
  /** What there is to shrink. */
  readonly dimensions: ReadonlySet<Dimension>;
  readonly passesFor: (options: Pick<PassOptions, 'minimize' | 'aggressive'>) => MinimiseOptions<StepsCandidate>['passes'];
}

/** Undefined when the scenario is not valid. */
export function stepsShrink(recorded: ShrinkableSteps): StepsShrink | undefined {
  const { parts, failure } = recorded;
  const start = startCandidate(readDraft(recorded.scenario, recorded.origins), recorded.decisions, parts);
  if (start === undefined) return undefined;
  const { det, backends } = parts.settings;
  const { objective } = recorded;
  const oracle: StepsOracle = { parts, fingerprint: failure?.fingerprint, objective, virtualTimeMinMs: leastTime(recorded) };
  const failed = placeOf(failure, start.draft);
  return {
    start,
    attempt: (candidate) => attemptSteps(candidate, oracle),
    keyOf: candidateKey,
    dimensions: dimensionsOf(start),
    passesFor: (options) => stepsPasses({ ...options, det, backends, failed, untouched: isJudge(failure) ? failed : new Set() }),
  };
}

/** How large a candidate is, in the units of the report. */
export function sizeOf(candidate: StepsCandidate): ShrinkSize {
  const { draft, answers } = candidate;
  const steps = stepsOf(draft);
  return {
    steps: steps.length,
    bytes: utf8Length(canonicalJson(renderDraft(draft).json)),
    picks: deviationsOf(candidate).length,
    faults: steps.filter(isFault).length + answers.filter(isDrop).length,
  };
}

function dimensionsOf(start: StepsCandidate): ReadonlySet<Dimension> {
  const found = new Set<Dimension>(['input']);
  if (start.openPicks.length > 0) found.add('schedule');
  if (sizeOf(start).faults > 0) found.add('faults');
  return found;
}

/** Real time cannot be had again: a candidate whose waits end sooner would not have reached the deadline. */
function leastTime({ parts, failure, virtualTimeMs }: ShrinkableSteps): number {
  const { det, timeoutMs } = parts.settings;
  return det || failure?.kind !== 'hang' ? 0 : Math.min(virtualTimeMs, timeoutMs ?? 0);
}

/**
 * The step that judges keeps its values: with another expectation it would fail for another reason
 * under the same name. Waits and allocations are not judges, they are what is judged.
 */
function isJudge(failure: Finding | undefined): boolean {
  return failure !== undefined && failure.kind !== 'hang' && failure.title !== 'memory_alloc_failed';
}

/** Where the failing step stood in the original scenario. */
function placeOf(failure: Finding | undefined, draft: Draft): ReadonlySet<string> {
  const pointer = failure?.location?.stepPath;
  return new Set(pointer === undefined ? [] : [renderDraft(draft).origins.get(pointer) ?? pointer]);
}
