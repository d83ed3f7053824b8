/** Where the program of fuzz workers is. */
import { FozzyError } from '../../base/problem.ts';
import { builtProgram } from '../built-program.ts';

export function fuzzWorkerEntry(): string {
  const entry = builtProgram('fuzz-worker');
  if (entry === undefined)
    throw new FozzyError('internal', 'this Fozzy has not been built, so it has no worker to fuzz in', { hint: 'run `npm run build`' });
  return entry;
}
