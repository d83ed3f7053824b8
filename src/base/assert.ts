/** Our own defects: a Bug is thrown when something happens that no input and no subject can cause. */
export class Bug extends Error {
  override readonly name = 'Bug';
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Bug(message);
}

/** The value itself, for lookups that cannot miss. */
export function present<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new Bug(message);
  return value;
}

/** Ends a switch over kind tags; the compiler rejects the call as soon as a kind is forgotten. */
export function unreachable(value: never): never {
  throw new Bug(`unreachable value: ${String(value)}`);
}
