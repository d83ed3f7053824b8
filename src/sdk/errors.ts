/** Why a call has no result. A run that failed is a result; these are for everything else. */
import type { JsonObject } from '../base/json.ts';
import { asFozzyError } from '../commands/as-fozzy-error.ts';

export interface FozzyFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly details?: JsonObject;
  readonly exitCode?: number;
  readonly stderr?: string;
  readonly cause?: unknown;
}

export class FozzyError extends Error {
  override readonly name: string = 'FozzyError';
  readonly code: string;
  readonly hint: string | null;
  readonly details: JsonObject | undefined;
  readonly exitCode: number | undefined;
  readonly stderr: string | undefined;

  constructor(failure: FozzyFailure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.code = failure.code;
    this.hint = failure.hint;
    this.details = failure.details;
    this.exitCode = failure.exitCode;
    this.stderr = failure.stderr;
  }
}

/** The program could not be started: `ENOENT`, `EACCES` … */
export class FozzySpawnError extends FozzyError {
  override readonly name = 'FozzySpawnError';
}

/** Options that are unknown, contradictory or not for this command. */
export class FozzyUsageError extends FozzyError {
  override readonly name = 'FozzyUsageError';
}

/** A file, run or trace that is not there, not valid or not safe. */
export class FozzyInputError extends FozzyError {
  override readonly name = 'FozzyInputError';
}

/** The program ended without the one document it owes. */
export class FozzyProtocolError extends FozzyError {
  override readonly name = 'FozzyProtocolError';
}

/** The call was cancelled. */
export class FozzyAbortError extends FozzyError {
  override readonly name = 'FozzyAbortError';
}

const USAGE: ReadonlySet<string> = new Set(['usage', 'flag_not_applicable', 'backend_not_supported', 'det_host_backend', 'cwd_invalid']);

/** The class that fits the code; both transports decide by it. */
export function errorOf(failure: FozzyFailure, aborted: boolean): FozzyError {
  if (aborted || failure.code === 'interrupted') return new FozzyAbortError({ ...failure, code: 'interrupted' });
  if (USAGE.has(failure.code)) return new FozzyUsageError(failure);
  return failure.code === 'internal' ? new FozzyError(failure) : new FozzyInputError(failure);
}

/** What the engine threw, as whoever called the SDK catches it. */
export function thrownBy(engine: unknown, signal?: AbortSignal): FozzyError {
  const { code, message, hint, details, exitCode } = asFozzyError(engine, signal);
  const failure = { code, message, hint, ...(details === undefined ? {} : { details }), exitCode, cause: engine };
  return errorOf(failure, signal?.aborted === true);
}
