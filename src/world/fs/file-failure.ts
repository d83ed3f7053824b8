/** Why an operation on a real file did not happen, as the port tells it. Thrown below the port, a value above it. */
import { getSystemErrorMap } from 'node:util';
import { codeOf, messageOf } from '../host/failure.ts';
import type { HostError } from '../host/port.ts';

export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  readonly error: HostError;

  constructor(error: HostError) {
    super(error.message);
    this.error = error;
  }
}

/** Something changed between looking and opening; whoever can, looks again. */
export class Moved extends Error {
  override readonly name = 'Moved';
}

/** The sandbox says no. */
export function pathFailure(message: string): FileFailure {
  return new FileFailure({ class: 'path', message });
}

/** A system error that Fozzy itself noticed before the system did. */
export function systemFailure(code: string, message: string): FileFailure {
  return new FileFailure({ class: code, message });
}

/** Node's own texts name the handles the sandbox works with; only code and meaning are told on. */
export function fileErrorOf(thrown: unknown, doing: string): HostError {
  if (thrown instanceof FileFailure) return { ...thrown.error, message: `${doing}: ${thrown.error.message}` };
  const code = codeOf(thrown);
  if (code === '') throw thrown;
  return { class: code, message: `${doing}: ${code} (${meaningOf(thrown)})` };
}

export function isAbsence(thrown: unknown): boolean {
  const code = thrown instanceof FileFailure ? thrown.error.class : codeOf(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function meaningOf(thrown: unknown): string {
  const errno = typeof thrown === 'object' && thrown !== null && 'errno' in thrown ? thrown.errno : undefined;
  const known = typeof errno === 'number' ? getSystemErrorMap().get(errno) : undefined;
  return known?.[1] ?? messageOf(thrown);
}
