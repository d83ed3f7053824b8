/** What a step family is made of: descriptors whose fields must add up to one member of Step. */
import { type RecordParts, type RecordType, recordType } from '../record-type.ts';
import type { Step, StepType } from '../step.ts';

/** The member of Step that a type name selects. */
type StepOf<T extends StepType> = Step extends infer S ? (S extends { readonly type: infer U } ? (T extends U ? S : never) : never) : never;

export type AnyStepType = RecordType<Step>;

export function stepType<T extends StepType>(type: T, parts: RecordParts<StepOf<T>>): AnyStepType {
  return recordType<StepOf<T>>(type, parts);
}
