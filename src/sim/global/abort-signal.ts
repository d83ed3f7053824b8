/** `AbortSignal.timeout` on the virtual clock. Like the real one, it does not keep the process alive. */
import { current } from '../active.ts';
import { invalidArgType, nodeError } from '../node-error.ts';

const DELAY_MS_MAX = Number.MAX_SAFE_INTEGER;

export function abortAfter(delay: unknown): AbortSignal {
  if (typeof delay !== 'number') throw invalidArgType('delay', 'of type number', delay);
  if (!Number.isInteger(delay) || delay < 0 || delay > DELAY_MS_MAX) {
    const rule = Number.isInteger(delay) ? `>= 0 && <= ${DELAY_MS_MAX}` : 'an integer';
    throw nodeError('ERR_OUT_OF_RANGE', `The value of "delay" is out of range. It must be ${rule}. Received ${delay}`, RangeError);
  }
  const machine = current();
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const pending = machine.kernel.timer(machine, 'AbortSignal.timeout', Math.max(1, delay) * 1000, abort, undefined);
  pending.loop.keepAlive(pending, false);
  return controller.signal;
}
