/** What whoever reads a type has to know besides the type. */
import type { Gen } from '../input/gen.ts';
import type { SourceFile } from './project-types.ts';

export type Fields = ReadonlyMap<string, Gen<unknown>>;

/** Where a type is written: names mean what they mean in this file, type parameters what they were given. */
export interface Scope {
  readonly file: SourceFile;
  readonly given: ReadonlyMap<string, Gen<unknown>>;
}
