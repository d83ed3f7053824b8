/** Which failures are one and the same while an input shrinks: the same class of error, thrown at the same place of the code under test. */

export function failureIdentity(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`;
  return `${error.constructor.name} ${error.name} ${placeOf(error)}`;
}

/** The innermost line of the stack that belongs to no package and not to Node. */
function placeOf(error: Error): string {
  const lines = framesOf(error);
  return lines.find((line) => !/node_modules|node:|\(native\)|<anonymous>/u.test(line)) ?? lines[0] ?? '';
}

/** The lines of the stack without the message, which may itself look like anything. */
export function framesOf(error: Error): readonly string[] {
  const { stack } = error;
  return typeof stack !== 'string' ? [] : stack.split('\n').filter((line) => /^\s+at /u.test(line));
}
