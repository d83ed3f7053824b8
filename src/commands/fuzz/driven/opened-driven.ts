/** A scenario or simulation that inputs drive: it runs, and what it did can be written as a trace like that of any other run. */
import type { DrivenSubject } from '../../../fuzz/driven/driven-subject.ts';
import type { Outcome } from '../../../engine/outcome.ts';
import type { ProfileArtifacts, TraceBody } from '../../../store/finalise.ts';
import type { Finding } from '../../../trace/finding.ts';
import type { RunParams } from '../../../trace/summary.ts';
import type { Options } from '../../command.ts';
import type { Context } from '../../context.ts';

export interface DrivenRun {
  readonly outcome: Outcome;
  readonly input: Uint8Array;
}

export interface OpenedDriven extends DrivenSubject {
  /** With the places of the user's files. */
  placed(findings: readonly Finding[]): readonly Finding[];
  /** Without what says which input it was. */
  traceBody(run: DrivenRun, params: RunParams): Omit<TraceBody, 'driven'>;
  /** What its runs are measured by, if that was asked for. */
  profile(
    run: DrivenRun,
    about: { readonly hostTimeMs: number; readonly isKept: boolean },
    options: Options,
    context: Context,
  ): Promise<ProfileArtifacts | undefined>;
}
