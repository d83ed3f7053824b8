/** What went wrong on real Node, in the words of the simulation. */
import type { FindingKind } from '../trace/finding.ts';

export interface RealFailure {
  readonly kind: FindingKind;
  readonly title: string;
  readonly message: string;
  readonly place: string;
  readonly stack?: string;
}

export function exitFailure(machine: string, code: number): RealFailure {
  return { kind: 'target_behavior', title: 'nonzero_exit', message: `${machine} ended with exit code ${code}`, place: machine };
}
