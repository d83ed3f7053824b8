/** Real processes as the engine sees them: one command in, its exit and output out. */
import type { CallLimits, HostAnswer } from '../host/port.ts';
import type { RuleUse } from '../http/port.ts';
import type { Rollback } from '../rollback.ts';

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

/** A declared process result, its texts resolved when the declaring step ran. */
export interface ProcRule {
  readonly cmd: string;
  readonly args: readonly string[];
  readonly exitCode: number;
  /** Absent = scripted: empty; as a contract: anything. */
  readonly stdout: string | undefined;
  readonly stderr: string | undefined;
  readonly times: number | undefined;
  readonly stepPath: string;
}

export interface ProcRules extends Rollback {
  readonly declaredCount: number;
  declare(rule: ProcRule): void;
  /** The first rule with remaining uses and equal command, its use already counted. */
  take(cmd: string, args: readonly string[], nowMs: number, from?: string): ProcRule | undefined;
  uses(): readonly RuleUse[];
}
