/** What the input costs that a search of a function tells of: the function is called with it again and again, where it ran. */
import { statusOf } from '../../fuzz/oracle/raw-finding.ts';
import type { SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import type { ProfileArtifacts } from '../../store/finalise.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { captureArtifacts } from '../profile/capture.ts';
import { type FinishedFuzz, toldFailure, tracedInput } from './finish.ts';
import { fuzzEvents } from './fuzz-trace.ts';

export async function profileInput(
  { plan, result, failures, times }: FinishedFuzz,
  inputs: SingleInputs,
  options: Options,
  context: Context,
): Promise<ProfileArtifacts | undefined> {
  const failure = toldFailure(failures);
  const told = tracedInput(failure, { plan, result });
  const { profile } = await captureArtifacts(
    {
      subject: 'fuzz',
      outcome: { events: fuzzEvents(told), virtualTimeMs: 0, interrupted: context.signal.aborted },
      status: failure === undefined ? 'pass' : statusOf(failure.raw),
      hostTimeMs: times.durationMs,
      isKept: plan.record !== undefined,
      // What was seen to hang has to be ended again, and would show nothing.
      code: { measure: async (signal) => (failure?.raw.title === 'hang' ? undefined : inputs.measure(told.bytes, signal)) },
    },
    options,
    context,
  );
  return profile;
}
