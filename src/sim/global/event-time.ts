/** `Event.timeStamp` on the clock of the machine; the real one reads the clock of the host. */
import { activeKernel } from '../active.ts';

/** An event keeps the time it was first asked for. */
const times = new WeakMap<object, number>();

function eventTime(this: object): number {
  let time = times.get(this);
  if (time === undefined) {
    const machine = activeKernel()?.current;
    time = machine === undefined ? 0 : machine.uptimeUs() / 1000;
    times.set(this, time);
  }
  return time;
}

export const eventTimeGetter: (this: object) => number = eventTime;
