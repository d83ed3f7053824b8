/** Why something cannot be fuzzed, and what to do about it. */
import { FozzyError } from '../../base/problem.ts';

/** A call that was refused; `needs` names where it would be possible. */
export interface Denied {
  readonly call: string;
  readonly needs: 'host' | 'process';
}

export function invalidTarget(message: string, hint: string): FozzyError {
  return new FozzyError('fuzz_target_invalid', message, { hint });
}

export function importNeverEnds(told: string, why: string): FozzyError {
  return invalidTarget(
    `importing the module of ${told} does not come to an end: ${why}`,
    'the module must load on its own; look for a loop or an `await` at its top level, or move the function into a module of its own',
  );
}

/** The place it was imported in is gone; a thread in which nothing is left to do ends with code 0. */
export function importEnded(told: string, error: Error): FozzyError {
  if (/code (?:0|13)$/u.test(error.message)) return importNeverEnds(told, 'what it waits for at its top level never settles');
  return invalidTarget(
    `the module of ${told} could not be imported: ${error.message}`,
    'the module must load on its own; move the function into a module that does',
  );
}

/** Thrown into a target that reaches for the world outside. */
export class HostDenied extends Error {
  override readonly name = 'HostDenied';
  readonly code = 'ERR_FOZZY_HOST';

  constructor(call: string) {
    super(`${call} is not available while fuzzing: it would touch real files, processes or the network`);
  }
}

export function hostProblem(target: string, { call, needs }: Denied): FozzyError {
  if (needs === 'process')
    return new FozzyError('fuzz_host_denied', `${target} called ${call}, which a thread cannot survive`, {
      hint: 'leave out --isolation thread: in a process of its own it may',
      details: { call, isolation: 'process' },
    });
  if (call === 'process.dlopen')
    return new FozzyError('fuzz_host_denied', `${target} loads native code, which could touch real files, processes or the network`, {
      hint: 'pass --allow-host if every input may do this for real; it then runs in a process of its own',
      details: { call },
    });
  return new FozzyError('fuzz_host_denied', `${target} called ${call}, which would touch real files, processes or the network`, {
    hint: 'fuzz a function that only computes, or pass --allow-host if every input may do this for real',
    details: { call },
  });
}
