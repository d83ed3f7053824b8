/** What a process prints, and how it ends badly, told to the gatekeeper in the words of the simulation. */
import { describeError } from '../../sim/describe-error.ts';
import { titleOfMisuse } from '../../sim/misuse.ts';
import type { FailureSaying } from '../protocol.ts';
import type { Keeper } from './keeper.ts';

export function uncaughtError(machine: string, error: unknown): FailureSaying {
  const { text, place, stack } = describeError(error);
  return {
    is: 'failure',
    kind: 'target_behavior',
    title: titleOfMisuse(error) ?? 'uncaught_error',
    message: `${machine} did not catch ${text}`,
    place: `${machine} ${place}`,
    stack,
  };
}

export function tellFailures(keeper: Keeper): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    const failure = uncaughtError(keeper.machine, error);
    if (origin !== 'unhandledRejection') return keeper.say(failure);
    keeper.say({
      ...failure,
      title: titleOfMisuse(error) ?? 'unhandled_rejection',
      message: `${keeper.machine} did not handle a rejection: ${describeError(error).text}`,
    });
  });
}

export function tellOutput(keeper: Keeper, told: (machine: string, fd: 1 | 2, text: string) => void): void {
  for (const [fd, stream] of [
    [1, process.stdout],
    [2, process.stderr],
  ] as const) {
    stream.write = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
      told(keeper.machine, fd, typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString()); // what a stream takes
      const callback = rest.at(-1);
      if (typeof callback === 'function') process.nextTick(() => Reflect.apply(callback, undefined, []));
      return true;
    };
  }
}
