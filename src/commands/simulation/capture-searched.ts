/** The profile of a run of a simulation or distributed scenario, with its code measured where that was asked for. */
import type { RunEdits } from '../../engine/run-edits.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { ProfileArtifacts } from '../../store/finalise.ts';
import type { Status } from '../../trace/summary.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { captureArtifacts } from '../profile/capture.ts';
import type { Explorable } from './explorable.ts';

export interface SearchedRun {
  readonly simulation: Explorable;
  readonly outcome: Outcome;
  readonly status: Status;
  readonly hostTimeMs: number;
  readonly isKept: boolean;
  readonly edits?: RunEdits | undefined;
}

export async function captureSearched(run: SearchedRun, options: Options, context: Context): Promise<ProfileArtifacts | undefined> {
  const { simulation, outcome } = run;
  const { explore } = simulation.traceParts();
  const code = {
    subject: simulation.subject,
    decisions: outcome.log,
    edits: run.edits,
    mapStack: (stack: string) => simulation.mapStack(stack),
  };
  const { profile } = await captureArtifacts(
    // The built-in nodes of a distributed scenario are no code of the user.
    { ...run, subject: explore === undefined ? 'simulation' : 'distributed', code: explore?.sources.length === 0 ? undefined : code },
    options,
    context,
  );
  return profile;
}
