/** A terminal that remembers what was written to it, for tests of the command line. */
import type { Terminal } from '../../src/cli/terminal.ts';

export interface SampleTerminal extends Terminal {
  readonly out: () => string;
  readonly err: () => string;
}

export interface SampleTerminalOptions {
  readonly tty?: boolean;
  readonly ci?: boolean;
  readonly cwd?: string;
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export function sampleTerminal(options: SampleTerminalOptions = {}): SampleTerminal {
  const { tty = false, ci = false, cwd = '/', columns = Number.POSITIVE_INFINITY, environment = {} } = options;
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTTY: tty,
    columns,
  });
  return {
    stdout: stream('out'),
    stderr: stream('err'),
    environment,
    cwd,
    ci,
    keyboard: tty,
    waitForEnter: () => Promise.resolve(),
    out: () => written.out,
    err: () => written.err,
  };
}
