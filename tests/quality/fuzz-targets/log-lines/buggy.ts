/** Reads the level of a log line. Planted: the last line that was an error is kept in a global variable. */
export function level(line: string): string {
  const found = /^(INFO|WARN|ERROR): /.exec(line)?.[1] ?? 'NONE';
  if (found === 'ERROR') Object.assign(globalThis, { lastErrorLine: line });
  return found;
}
