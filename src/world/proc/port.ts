/** Real processes as the engine sees them: one command in, its exit and output out. */
import type { CallLimits, HostAnswer } from '../host/port.ts';

export interface ProcHostRequest {
  readonly cmd: string;
  readonly args: readonly string[];
  /** Sample the memory of the process tree while it runs. */
  readonly sampleRss: boolean;
}

export interface ProcHostResult {
  /** -1 when a signal ended the child. */
  readonly exitCode: number;
  readonly signal?: string;
  /** UTF-8, invalid bytes replaced. */
  readonly stdout: string;
  readonly stderr: string;
  readonly leftoverProcesses: boolean;
  readonly peakRssBytes?: number;
  readonly rssSampleCount?: number;
}

export interface ProcPort {
  spawn(request: ProcHostRequest, limits: CallLimits): Promise<HostAnswer<ProcHostResult>>;
}
