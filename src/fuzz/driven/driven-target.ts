/** A driven subject as the loop sees it: a function of bytes that throws what the run found. */
import type { U64 } from '../../base/u64.ts';
import { InputSource } from '../../decide/input-source.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { TargetParts } from '../loop/target-parts.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import type { DrivenSubject } from './driven-subject.ts';
import { RunFeatures } from './run-features.ts';

/** A run that did not pass. Its name is the identity of what was found, so that the same failure is known at once. */
class RunFailed extends Error {
  readonly finding: RawFinding;

  constructor(finding: RawFinding) {
    super(finding.message);
    this.name = `${finding.title} ${finding.bucket}`;
    this.finding = finding;
  }
}

export interface DrivenTarget {
  readonly parts: TargetParts;
  readonly features: RunFeatures;
}

export function drivenTarget(subject: DrivenSubject, seed: U64, told: { readonly root: string; readonly told: string }): DrivenTarget {
  const features = new RunFeatures();
  const sink = new EventSink();
  const call = (bytes: unknown): unknown => {
    // Reason for the cast: targets of this kind take the form of bytes, always.
    const input = Uint8Array.from(bytes as Uint8Array);
    let source = new InputSource(input, seed, subject.reading);
    const sourceOf = (): InputSource => {
      source = new InputSource(input, seed, subject.reading);
      return source;
    };
    sink.reset();
    const outcome = subject.execute(sourceOf, input, sink);
    const end = (ended: Outcome): unknown => judge(ended, features, sink, source);
    return outcome instanceof Promise ? outcome.then(end) : end(outcome);
  };
  const parts: TargetParts = {
    call,
    watched: undefined,
    isExpected: () => false,
    isProperty: false,
    laws: [],
    mapStack: (stack) => stack,
    toldBy: (error) => (error instanceof RunFailed ? error.finding : undefined),
    ...told,
  };
  return { parts, features };
}

/** The result of a run that passed says what it did: the same input must give the same. */
function judge(outcome: Outcome, features: RunFeatures, sink: EventSink, source: InputSource): unknown {
  features.note(sink.events, source.blocks);
  const found = foundIn(outcome);
  if (found !== undefined) throw new RunFailed(found);
  return { decisions: outcome.log.length, steps: outcome.stepsExecuted, virtualTimeMs: outcome.virtualTimeMs };
}

/** The finding that made the run fail. */
export function foundIn({ status, findings }: Outcome): RawFinding | undefined {
  if (status === 'pass') return undefined;
  const [finding] = findings;
  if (finding === undefined) return { kind: 'checker', title: 'run_failed', message: `the run ended ${status}`, bucket: status, status };
  const { kind, title, message, fingerprint } = finding;
  return { kind, title, message, bucket: fingerprint, status };
}
