/** Reads what Node throws: what it is by its code, never by its words. */

/** The code of a thrown thing, '' when it has none. */
export function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return '';
  return typeof thrown.code === 'string' ? thrown.code : '';
}

/** The text of a thrown thing; an AggregateError speaks through its first member, its own text is empty. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return messageOf(thrown.errors[0]);
  return thrown instanceof Error ? thrown.message : String(thrown);
}
