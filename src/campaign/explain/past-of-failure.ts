/** Which transitions of a failing run could have had a part in its failure, and which happened beside it. */
import type { Past } from '../../decide/past.ts';

export interface ToldTransition {
  /** Whose it was, and what, as the schedule names it. */
  readonly machine: string;
  readonly label: string;
  /** It lies in the past of the failure: nothing that does not can make a difference to it. */
  readonly isInPast: boolean;
}

/** In the order in which they ran; undefined where nobody can say what the failure had to do with. */
export function pastOfFailure(past: Past | undefined, machines: readonly string[]): readonly ToldTransition[] | undefined {
  const within = past?.within('variables');
  if (past === undefined || within === undefined) return undefined;
  // Of two names that begin alike, the longer one is meant.
  const known = machines.toSorted((a, b) => b.length - a.length);
  return past.events.map(({ what }, at) => {
    const machine = known.find((name) => what.startsWith(`${name} `)) ?? what.replace(/ .*/u, '');
    return { machine, label: what.slice(machine.length + 1), isInPast: within.has(at) };
  });
}
