/** The real terminal: the streams of this process, read and written so that no output is lost when it ends. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { isCI } from 'std-env';
import type { FozzyError } from '../base/problem.ts';
import { asFozzyError } from '../commands/as-fozzy-error.ts';
import type { Stream, Terminal } from './terminal.ts';

/** A reader such as `head` may leave early; what it did not want to read is no failure of ours. */
const LEFT_EARLY: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'EOF']);

export function processTerminal(): Terminal {
  return {
    stdout: streamOf(process.stdout),
    stderr: streamOf(process.stderr),
    environment: process.env,
    cwd: process.cwd(),
    ci: isCI,
    keyboard: process.stdin.isTTY === true,
    waitForEnter: (signal) => nextEnter(process.stdin, signal),
  };
}

/** Resolves once everything written so far was taken by the other side, or the other side has left. */
export async function flushStreams(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(flush));
}

/** From now on, why not all of the result could be written, such as a file on a full disk; nothing if its reader was content with less. */
export function watchStdout(): () => FozzyError | undefined {
  let refused: NodeJS.ErrnoException | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!LEFT_EARLY.has(error.code ?? '')) refused ??= error;
  });
  return () => (refused === undefined ? undefined : asFozzyError(Object.assign(refused, { path: 'stdout' })));
}

function streamOf(stream: NodeJS.WriteStream): Stream {
  stream.on('error', () => undefined);
  return {
    write: (text) => {
      if (!stream.destroyed) stream.write(text);
    },
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.isTTY === true && stream.columns > 0 ? stream.columns : Number.POSITIVE_INFINITY;
    },
  };
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    // A write that was refused is told of after the code that wrote is over.
    if (stream.destroyed || stream.writableLength === 0) setImmediate(resolve);
    else stream.write('', () => resolve());
  });
}

/** Once the keyboard has ended (Ctrl-D) nobody will press Enter any more: what waits for it goes on, instead of ending with nothing said. */
export async function nextEnter(keyboard: Readable, signal: AbortSignal): Promise<void> {
  if (keyboard.readableEnded) return;
  const over = new AbortController();
  const until = { signal: AbortSignal.any([signal, over.signal]) };
  keyboard.resume();
  try {
    await Promise.race([once(keyboard, 'data', until), once(keyboard, 'end', until)]);
  } finally {
    over.abort();
    keyboard.pause();
  }
}
