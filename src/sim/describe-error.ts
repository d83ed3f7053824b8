/** What a thrown value says, for findings: its text, and a place that stays the same while messages and line numbers change. */
import { isError } from './value-kinds.ts';

export interface DescribedError {
  /** `TypeError: x is not a function`, on one line. */
  readonly text: string;
  /** Class, code and innermost function of the user: the identity of "the same error". */
  readonly place: string;
  readonly stack: string;
}

const TEXT_CHARS_MAX = 300;

export function describeError(error: unknown): DescribedError {
  if (!isError(error)) return { text: `the value ${String(error)}`, place: `value ${typeof error}`, stack: String(error) };
  const stack = stackOf(error);
  const code: unknown = Reflect.get(error, 'code');
  const named = `${error.name}${typeof code === 'string' ? ` ${code}` : ''}`;
  const cause: unknown = error.cause;
  // Of a failed fetch only the cause says what happened.
  const why = isError(cause) && cause.message !== '' && !error.message.includes(cause.message) ? ` (${cause.message})` : '';
  const [firstLine = ''] = `${error.name}: ${error.message}${why}`.split('\n');
  return { text: firstLine.slice(0, TEXT_CHARS_MAX), place: `${named} ${innermostFunction(stack)}`, stack };
}

function stackOf(error: Error): string {
  try {
    return error.stack ?? `${error.name}: ${error.message}`;
  } catch {
    return `${error.name}: ${error.message}`;
  }
}

/** The first frame outside Node and packages; without its position, which every edit moves. */
function innermostFunction(stack: string): string {
  for (const line of stack.split('\n').slice(1)) {
    const frame = /^\s+at (?:async )?(?:(?<name>[^(]+) )?\(?(?<file>[^()]+?):\d+:\d+\)?$/u.exec(line)?.groups;
    const file = frame?.['file'] ?? '';
    if (file === '' || file.startsWith('node:') || file.includes('/node_modules/')) continue;
    return frame?.['name'] ?? '<anonymous>';
  }
  return '';
}
