/**
 * The worker's side of the line. A run is one synchronous loop, so questions are asked and answers awaited without the event loop; and
 * everything used here is taken before the run begins, because inside one its name means something simulated.
 */
import { readSync, writeSync } from 'node:fs';
import { asLine, HEARS, SAYS, type Saying } from './worker-protocol.ts';

const CHUNK = 65_536;
const wait = Atomics.wait.bind(Atomics);
const leave = process.exit.bind(process);
const pause = new Int32Array(new SharedArrayBuffer(4));

let heard = Buffer.alloc(0);

export function say(saying: Saying): void {
  const bytes = Buffer.from(asLine(saying));
  for (let at = 0; at < bytes.length; ) at += retrying(() => writeSync(SAYS, bytes, at));
}

/** The next line. Whoever has nobody left to answer to has no reason to go on. */
export function hear(): unknown {
  for (;;) {
    const end = heard.indexOf(10);
    if (end >= 0) {
      const line = heard.toString('utf8', 0, end);
      heard = heard.subarray(end + 1);
      return JSON.parse(line);
    }
    const chunk = Buffer.allocUnsafe(CHUNK);
    const count = retrying(() => readSync(HEARS, chunk, 0, CHUNK, null));
    if (count === 0) leave(1);
    heard = Buffer.concat([heard, chunk.subarray(0, count)]);
  }
}

/** Pipes may be set not to block; then there is nothing to do but to ask again. */
function retrying(act: () => number): number {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
      if (code === 'EPIPE' || code === 'EOF') return leave(1);
      if (code !== 'EAGAIN') throw error;
      wait(pause, 0, 0, 1);
    }
  }
}
