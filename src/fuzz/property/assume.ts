/** For the body of a property or a fuzz target: this input is none of mine. */
import { Rejected } from '../input/tape.ts';

/** Leaves the run without a verdict where the condition does not hold; another input is tried in its place. */
export function assume(condition: boolean): asserts condition {
  if (!condition) throw new Rejected('assume(false)');
}
