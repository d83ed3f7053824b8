/** Where in a file of the user something happened, read from a stack. */

export interface StackPlace {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const FRAME = /^\s*at (?:async )?(?:.*?\()?(?:file:\/\/)?(?<file>[^()]+?):(?<line>\d+):(?<column>\d+)\)?$/u;

/** The innermost frame that lies in one of the wanted files. */
export function placeIn(stack: string, wanted: (file: string) => boolean): StackPlace | undefined {
  for (const text of stack.split('\n')) {
    const groups = FRAME.exec(text)?.groups;
    if (groups === undefined) continue;
    const file = decodeFile(groups['file'] ?? '');
    if (wanted(file)) return { file, line: Number(groups['line']), column: Number(groups['column']) };
  }
  return undefined;
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
