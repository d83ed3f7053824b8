/** What every call of the SDK may be told beside the options of its command. */
import type { ProgressEvent } from '../report/progress.ts';

/** A whole number from 0 to 2^64 − 1; a number is exact up to 2^53. */
export type Seed = number | bigint | string;

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface CallOptions {
  /** Cancels the work: children die, what was done so far is kept on disk, and the call rejects with `FozzyAbortError`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
  readonly onWarning?: (warning: Warning) => void;
}

/** Values as the options of commands have them. */
export type OptionValue = string | number | bigint | boolean | readonly string[] | undefined;
export interface OptionValues {
  readonly [name: string]: OptionValue;
}

/** The words of a call, without what is about the call itself. */
export function commandOptions(options: CallOptions): OptionValues {
  const { signal: _signal, onProgress: _onProgress, onWarning: _onWarning, ...rest } = options;
  // A list without members says nothing, and could not be typed on a command line.
  const said = Object.entries(rest).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  // Whoever calls passes the generated options of one command, and these hold nothing else.
  return Object.fromEntries(said) as OptionValues;
}
