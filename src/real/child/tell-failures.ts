/** What a process prints, and how it ends badly, told to the gatekeeper in the words of the simulation. */
import { describeError } from '../../sim/describe-error.ts';
import { titleOfMisuse } from '../../sim/misuse.ts';
import type { Keeper } from './keeper.ts';

export function tellFailures(keeper: Keeper): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    const isRejection = origin === 'unhandledRejection';
    const { text, place, stack } = describeError(error);
    keeper.say({
      is: 'failure',
      kind: 'target_behavior',
      title: titleOfMisuse(error) ?? (isRejection ? 'unhandled_rejection' : 'uncaught_error'),
      message: `${keeper.machine} ${isRejection ? 'did not handle a rejection:' : 'did not catch'} ${text}`,
      place: `${keeper.machine} ${place}`,
      stack,
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
