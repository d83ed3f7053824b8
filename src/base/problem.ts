/**
 * What is wrong with the input. A Problem is one mistake at one place of a user's file; a
 * FozzyError is the reason a command was refused. Both carry a stable code and the next thing to try.
 */
import type { ErrorCode } from './error-codes.ts';
import { errorCodes } from './error-codes.ts';
import type { Json, JsonObject } from './json.ts';
import type { ProblemCode } from './problem-codes.ts';

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** JSON pointer into the file, '' for the whole document. */
  readonly pointer: string;
  /** 1-based; 1:1 where only the whole file can be named. */
  readonly line: number;
  readonly column: number;
  readonly hint?: string;
  readonly severity: 'error' | 'warning';
}

export interface FozzyErrorOptions {
  readonly hint?: string | null;
  readonly details?: JsonObject;
  readonly cause?: unknown;
}

export class FozzyError extends Error {
  override readonly name = 'FozzyError';
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly details: JsonObject | undefined;

  constructor(code: ErrorCode, message: string, options: FozzyErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? errorCodes[code].hint;
    this.details = options.details;
  }

  get exitCode(): number {
    return errorCodes[this.code].exit;
  }

  /** The error document of the process contract; the same shape for usage and runtime errors. */
  toDocument(): { readonly [key: string]: Json } {
    const document = { status: 'error', code: this.code, message: this.message, hint: this.hint };
    return this.details === undefined ? document : { ...document, details: this.details };
  }
}
