/** Why something cannot be fuzzed, and what to do about it. */
import { FozzyError } from '../../base/problem.ts';
import type { Denied } from './guarded-builtins.ts';

export function invalidTarget(message: string, hint: string): FozzyError {
  return new FozzyError('fuzz_target_invalid', message, { hint });
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
    return new FozzyError('fuzz_host_denied', `${target} called ${call} on its own process, which is no way to end a thread`, {
      hint: 'leave out --isolation thread: in a process of its own it may',
      details: { call, isolation: 'process' },
    });
  return new FozzyError('fuzz_host_denied', `${target} called ${call}, which would touch real files, processes or the network`, {
    hint: 'fuzz a function that only computes, or pass --allow-host if every input may do this for real',
    details: { call },
  });
}
