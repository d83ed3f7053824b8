/** Where the programs of fuzz workers are. */
import { FozzyError } from '../../base/problem.ts';
import type { FuzzPrograms } from '../../fuzz/worker/place.ts';
import { builtProgram } from '../built-program.ts';

export function fuzzPrograms(): FuzzPrograms {
  const thread = builtProgram('fuzz-worker');
  const child = builtProgram('fuzz-child');
  if (thread === undefined || child === undefined)
    throw new FozzyError('internal', 'this Fozzy has not been built, so it has no worker to fuzz in', { hint: 'run `npm run build`' });
  return { thread, process: child };
}
