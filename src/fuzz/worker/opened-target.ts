/** What a worker works on, whatever kind it is: something to call, inputs for it, and what can be told of its code. */
import type { ModuleCode } from '../../sim/load/module-code.ts';
import type { Edges } from '../feedback/edges.ts';
import type { TargetParts } from '../loop/target-parts.ts';
import type { DeclaredTarget } from '../words/declared-targets.ts';
import type { AnyForm } from './choose-form.ts';
import type { CodeFacts, FileCoverage } from './protocol.ts';

export interface OpenedTarget {
  readonly target: TargetParts;
  readonly form: AnyForm;
  /** What had to be guessed of its arguments, in words. */
  readonly guess?: string | undefined;
  /** It asked for native code when it was imported, and goes without. */
  readonly isWithoutNative?: boolean;
  readonly edges: Edges;
  /** The code that leads the search, for the dictionary and for what its regular expressions cannot take. */
  readonly modules: () => readonly ModuleCode[];
  readonly declared: Pick<DeclaredTarget, 'seeds' | 'dictionary' | 'maxSize'> | undefined;
  readonly facts: () => CodeFacts;
  readonly coverage: () => readonly FileCoverage[];
  /** Why it cannot be gone on with. */
  readonly refusal: () => Error | undefined;
}
