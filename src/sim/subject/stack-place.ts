/** Where in a file of the user something happened, read from a stack. */

export interface StackPlace {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const FRAME = /^\s*at (?:async )?(?:(?<name>.*?) ?\()?(?:file:\/\/)?(?<file>[^()]+?):(?<line>\d+):(?<column>\d+)\)?$/u;

/** The innermost frame that lies in one of the wanted files. */
export function placeIn(stack: string, wanted: (file: string) => boolean): StackPlace | undefined {
  for (const text of stack.split('\n')) {
    const frame = frameOf(text);
    if (frame !== undefined && wanted(frame.file)) return { file: frame.file, line: frame.line, column: frame.column };
  }
  return undefined;
}

export interface StackFrame extends StackPlace {
  /** Of the function; absent where it has none. */
  readonly name?: string;
}

/** What one line of a stack says; undefined where it is no frame of a file. */
export function frameOf(text: string): StackFrame | undefined {
  const groups = FRAME.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const name = groups['name'] ?? '';
  return {
    file: decodeFile(groups['file'] ?? ''),
    line: Number(groups['line']),
    column: Number(groups['column']),
    ...(name === '' || name === '<anonymous>' ? {} : { name }),
  };
}

/** Frames of ES modules name their file as the path of a URL; test runners may add a query. */
function decodeFile(file: string): string {
  const bare = file.replace(/\?.*$/u, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

/** The words of the engine speak of what runs; with the stack behind them they can be put in the user's. */
export function mappedMessage(message: string, stack: string, mapStack: (stack: string) => string): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /u.test(line));
  const told = mapStack([message, ...frames].join('\n'));
  const end = told.indexOf('\n    at ');
  return end < 0 ? told : told.slice(0, end);
}
