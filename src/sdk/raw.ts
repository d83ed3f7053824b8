/** The program itself, for what has no method: everything it says, as it says it. */
import { startProgram } from './child.ts';
import { FozzyAbortError } from './errors.ts';
import type { ClientOptions } from './transport.ts';

export interface ExecOptions {
  readonly stdin?: string;
  readonly onStdout?: (chunk: string) => void;
  readonly onStderr?: (chunk: string) => void;
  readonly signal?: AbortSignal;
}

export interface ExecResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type StreamPart =
  | { readonly source: 'stdout' | 'stderr'; readonly chunk: string }
  | { readonly source: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null };

export async function execProgram(args: readonly string[], client: ClientOptions, options: ExecOptions): Promise<ExecResult> {
  const signal = options.signal ?? client.signal;
  const { process: child, ended } = startProgram(args, client, signal);
  const said = { stdout: '', stderr: '' };
  child.stdin?.end(options.stdin ?? '');
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    said.stdout += chunk;
    options.onStdout?.(chunk);
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said.stderr += chunk;
    options.onStderr?.(chunk);
  });
  const end = await ended;
  if (signal?.aborted === true) throw aborted(said.stderr);
  return { ...end, ...said };
}

/** Parts wait for their reader: the program is paused while nobody reads. A missing program rejects the first `next()`. */
export async function* streamProgram(
  args: readonly string[],
  client: ClientOptions,
  signal = client.signal,
): AsyncGenerator<StreamPart, void, undefined> {
  const { process: child, ended, cancel } = startProgram(args, client, signal);
  child.stdin?.end();
  const parts: StreamPart[] = [];
  let wake = (): void => {};
  const listen = (source: 'stdout' | 'stderr'): void => {
    child[source]?.setEncoding('utf8').on('data', (chunk: string) => {
      parts.push({ source, chunk });
      if (parts.length >= WAITING_MAX) child[source]?.pause();
      wake();
    });
  };
  listen('stdout');
  listen('stderr');
  let over = false;
  const last = ended.finally(() => {
    over = true;
    wake();
  });
  last.catch(() => {});
  try {
    for (;;) {
      const part = parts.shift();
      if (part !== undefined) yield part;
      else if (over) break;
      else {
        child.stdout?.resume();
        child.stderr?.resume();
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (parts.length > 0 || over) resolve();
        });
      }
    }
    const end = await last;
    if (signal?.aborted === true) throw aborted('');
    yield { source: 'exit', ...end };
  } finally {
    if (!over) {
      cancel();
      child.stdout?.resume();
      child.stderr?.resume();
      await last.catch(() => {});
    }
  }
}

const WAITING_MAX = 64;

function aborted(stderr: string): FozzyAbortError {
  return new FozzyAbortError({ code: 'interrupted', message: 'the program was cancelled', hint: null, stderr });
}
