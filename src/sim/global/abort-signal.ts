/** `AbortSignal.timeout` on the virtual clock. Like the real one, it does not keep the process alive. */
import { current } from '../active.ts';

const DELAY_MS_MAX = 2 ** 32 - 1;
const realTimeout = AbortSignal.timeout.bind(AbortSignal);

export function abortAfter(delay: unknown): AbortSignal {
  if (typeof delay !== 'number' || !Number.isInteger(delay) || delay < 0 || delay > DELAY_MS_MAX) {
    // The real one throws for these, in its own words.
    const real: (...args: never[]) => AbortSignal = realTimeout;
    return Reflect.apply(real, undefined, [delay]);
  }
  const machine = current();
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const pending = machine.kernel.timer(machine, 'AbortSignal.timeout', Math.max(1, delay) * 1000, abort, undefined);
  pending.loop.keepAlive(pending, false);
  return controller.signal;
}
