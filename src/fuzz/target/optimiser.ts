/**
 * A search calls the same few functions again and again, so their code is replaced between two calls soon enough. To replace it in the middle of a
 * loop as well is for programs that are called once, and does harm here: a function that hardly ever returns, because it refuses most inputs by
 * throwing, may then be left with machine code for its loop only and go on being interpreted otherwise, at twice the time.
 */
import { setFlagsFromString } from 'node:v8';

export function replaceBetweenCalls(): void {
  setFlagsFromString('--no-use-osr');
}
