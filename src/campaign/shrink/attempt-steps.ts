/**
 * Executes candidates of a steps scenario: in the recorded mode, with the recorded timeout, on
 * recorded answers only. A candidate counts when its first failure has the fingerprint that is
 * being shrunk, never when it merely fails.
 */
import { canonicalJson } from '../../base/canonical-json.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { MutatedSource } from '../../decide/mutated.ts';
import { RecordedSource } from '../../decide/recorded.ts';
import type { DecisionSource } from '../../decide/source.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { Finding } from '../../trace/finding.ts';
import { isWarning } from '../../trace/finding-codes.ts';
import { replaySubject, replayThrough, runSubject, type StepsSubject, type SubjectParts, stepsSubject } from '../steps-subject.ts';
import { type Draft, renderDraft } from './draft.ts';
import { NamingSource } from './naming-source.ts';
import type { Objective } from './objective.ts';
import type { StepsCandidate } from './steps-candidate.ts';

export interface StepsOracle {
  readonly parts: Omit<SubjectParts, 'scenario' | 'origins'>;
  /** Of the failure to keep; undefined for a run that passed and must go on passing. */
  readonly fingerprint: string | undefined;
  readonly objective?: Objective | undefined;
  /** A timeout of real time is no timeout any more once less time passes. */
  readonly virtualTimeMinMs: number;
}

/** The failure a run is known by. */
export function failureOf(findings: readonly Finding[]): Finding | undefined {
  return findings.find((finding) => !isWarning(finding.title));
}

/** The recorded run as the first candidate. */
export function startCandidate(draft: Draft, recorded: DecisionLog, parts: StepsOracle['parts']): StepsCandidate | undefined {
  const subject = subjectOfDraft(draft, parts);
  if (subject === undefined) return undefined;
  const { listener } = replayThrough(subject, recorded, (recording) => new NamingSource(recording));
  return { draft, answers: listener.answers, openPicks: listener.openPicks, log: recorded };
}

/** The candidate with the answers of its own run, or undefined when it is invalid or shows another failure or none. */
export function attemptSteps(candidate: StepsCandidate, oracle: StepsOracle): StepsCandidate | undefined {
  const subject = subjectOfDraft(candidate.draft, oracle.parts);
  if (subject === undefined) return undefined;
  const source = new NamingSource(sourceOf(candidate));
  const { objective } = oracle;
  objective?.begin();
  const outcome = runSubject(subject, source, objective?.observes === true ? new EventSink() : undefined);
  if (!showsFailure(outcome, oracle) || (objective?.holds(outcome) ?? true) !== true) return undefined;
  return { draft: candidate.draft, answers: source.answers, openPicks: source.openPicks, log: outcome.log };
}

/** Repeats the run of a kept candidate exactly, this time observed. */
export function observeSteps(candidate: StepsCandidate, parts: StepsOracle['parts'], sink: EventSink): Outcome | undefined {
  const subject = subjectOfDraft(candidate.draft, parts);
  return subject === undefined ? undefined : replaySubject(subject, candidate.log, sink);
}

/** Validated like any other scenario; undefined when it is none. */
function subjectOfDraft(draft: Draft, parts: StepsOracle['parts']): StepsSubject | undefined {
  const { json, origins } = renderDraft(draft);
  const { scenario } = parseScenario(canonicalJson(json), { strict: false });
  return scenario?.variant === 'steps' ? stepsSubject({ ...parts, scenario, origins }) : undefined;
}

function showsFailure(outcome: Outcome, oracle: StepsOracle): boolean {
  if (outcome.mismatch !== undefined || outcome.virtualTimeMs < oracle.virtualTimeMinMs) return false;
  return failureOf(outcome.findings)?.fingerprint === oracle.fingerprint;
}

const PICKS: ReadonlySet<string> = new Set(['scheduler_pick', 'net_deliver_pick']);

function sourceOf({ answers, schedule }: StepsCandidate): DecisionSource {
  if (schedule === undefined) return new RecordedSource(answers);
  return new MutatedSource(new RecordedSource(answers.filter(({ kind }) => !PICKS.has(kind))), schedule);
}
