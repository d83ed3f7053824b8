/** The profile files of a run that is about to be written: always derived from its events, and measured where that was asked for. */
import { realpathSync } from 'node:fs';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { DecisionLog } from '../../decide/log.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { ProfileArtifacts } from '../../store/finalise.ts';
import { buildProfile } from '../../trace/profile/build-profile.ts';
import type { Measured, Profile } from '../../trace/profile/profile.ts';
import type { Status } from '../../trace/summary.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { profileArtifacts } from './profile-files.ts';

/** Code of the user that can be run again as it ran. */
export type RunningCode = CodeHere | CodeElsewhere;

export interface CodeHere {
  readonly subject: Subject;
  readonly decisions: DecisionLog;
  readonly edits: RunEdits | undefined;
  readonly mapStack: (stack: string) => string;
}

export interface CodeElsewhere {
  /** Where it runs; undefined when it cannot be. */
  readonly measure: (signal: AbortSignal) => Promise<Measured | undefined>;
}

export interface CapturedRun {
  readonly subject: Profile['subject'];
  readonly outcome: Pick<Outcome, 'events' | 'virtualTimeMs' | 'interrupted'>;
  readonly status: Status;
  readonly hostTimeMs: number;
  /** Whether the run is kept anyhow: recorded, or asked to be. */
  readonly isKept: boolean;
  readonly code?: RunningCode | undefined;
}

/** Undefined when the run leaves no profile. */
export async function captureProfile(run: CapturedRun, options: Options, context: Context): Promise<Profile | undefined> {
  const isFull = textOption(options, 'profileCapture') === 'full';
  if (run.outcome.interrupted || !(isFull || run.isKept || run.status !== 'pass' || context.environment.artifactsFull)) return undefined;
  const measured = isFull && run.code !== undefined ? await measureCode(run.code, context) : undefined;
  return buildProfile({
    subject: run.subject,
    events: run.outcome.events,
    virtualTimeMs: run.outcome.virtualTimeMs,
    hostTimeMs: run.hostTimeMs,
    cpu: measured?.cpu,
    allocationSamples: measured?.allocations,
  });
}

export async function captureArtifacts(
  run: CapturedRun,
  options: Options,
  context: Context,
): Promise<{ readonly profile?: ProfileArtifacts }> {
  const profile = await captureProfile(run, options, context);
  return profile === undefined ? {} : { profile: profileArtifacts(profile) };
}

async function measureCode(code: RunningCode, context: Context): Promise<Measured | undefined> {
  const { signal } = context;
  if ('measure' in code) {
    const measured = await code.measure(signal);
    if (measured === undefined && !signal.aborted)
      warnOfNothing('the call had to be ended from outside, and what was measured ended with it', context);
    return measured;
  }
  const { subject, decisions, edits, mapStack } = code;
  const replay = () => executeOnce(subject, replayAttempt(decisions, undefined, edits));
  if (subject.apart !== undefined) {
    const { measureApart } = await import('./measure-apart.ts');
    const measured = await measureApart({ runs: subject.apart, replay, signal });
    if (measured === undefined && !signal.aborted) warnOfNothing('the run ends its process, and what was measured ends with it', context);
    return measured;
  }
  const { measure } = await import('./measure.ts');
  return measure({ replay, mapStack, root: realpathSync(context.cwd), signal });
}

function warnOfNothing(reason: string, context: Context): void {
  context.warn({ code: 'profile_no_data', message: `processor time was not measured: ${reason}` });
}
