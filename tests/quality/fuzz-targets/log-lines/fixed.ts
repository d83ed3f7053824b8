/** Reads the level of a log line. */
export function level(line: string): string {
  return /^(INFO|WARN|ERROR): /.exec(line)?.[1] ?? 'NONE';
}
