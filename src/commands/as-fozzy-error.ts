/**
 * Makes the one error type out of anything thrown, the same for the command line and the library:
 * refusals pass, file system errors get their code and path, an abort becomes `interrupted`, and
 * whatever remains is a defect of Fozzy.
 */
import { errorCodes } from '../base/error-codes.ts';
import { FozzyError } from '../base/problem.ts';
import { fileError } from '../store/file-error.ts';

export function asFozzyError(error: unknown, signal?: AbortSignal): FozzyError {
  if (error instanceof FozzyError) return error;
  if (signal?.aborted === true && isAbort(error, signal)) {
    return new FozzyError('interrupted', 'the command was interrupted before it had anything to report', {
      hint: 'run it again',
      cause: error,
    });
  }
  const explained = error instanceof Error ? systemError(error) : error;
  return explained instanceof FozzyError ? explained : internalError(error);
}

/** A wrong word is looked up in the help of the command it was said to. */
export function toldToCommand(error: unknown, words: readonly string[]): unknown {
  if (!(error instanceof FozzyError) || error.code !== 'usage' || error.hint !== errorCodes.usage.hint) return error;
  const { message, details } = error;
  const hint = `run \`fozzy ${words.join(' ')} --help\``;
  return new FozzyError('usage', message, { hint, ...(details === undefined ? {} : { details }), cause: error });
}

/** Most refusals of the file system are explained where they happen; this is for the rest. */
function systemError(error: Error): unknown {
  const doing = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : 'use';
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the file system';
  return fileError(error, doing, path);
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}

function internalError(error: unknown): FozzyError {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  return new FozzyError('internal', `unexpected failure inside Fozzy: ${message}`, { details: { stack }, cause: error });
}
