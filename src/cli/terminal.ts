/** The process as the rest of the command line sees it: two streams, a keyboard, an environment. Tests hand in their own. */
export interface Stream {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  /** Infinity where no terminal sets a width. */
  readonly columns: number;
}

export interface Terminal {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Runs under a continuous integration service: nobody watches, a log is kept. */
  readonly ci: boolean;
  /** Whether somebody can press keys. */
  readonly keyboard: boolean;
  readonly waitForEnter: (signal: AbortSignal) => Promise<void>;
}

/** Colour and a moving line suit this stream, as far as the surroundings are concerned. */
export function isLively(stream: Stream, terminal: Terminal): boolean {
  const { NO_COLOR: noColor = '', TERM: term } = terminal.environment;
  return stream.isTTY && !terminal.ci && noColor === '' && term !== 'dumb';
}
