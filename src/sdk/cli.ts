/** Calls of the program: one process each, its one document as the answer, its lines on stderr as events. */
import type { Json, JsonObject } from '../base/json.ts';
import type { ProgressEvent } from '../report/progress.ts';
import { startProgram } from './child.ts';
import { commandWords } from './command-words.ts';
import { errorOf, FozzyAbortError, FozzyProtocolError } from './errors.ts';
import { linesOf } from './lines.ts';
import type { Call, ClientOptions, Transport } from './transport.ts';

export function overCli(client: ClientOptions): Transport {
  return async ({ command, options, signal, onProgress, onWarning }: Call) => {
    const words = commandWords(command, options, client);
    const aborted = (): boolean => signal?.aborted === true;
    if (aborted()) throw new FozzyAbortError({ code: 'interrupted', message: 'the call was cancelled before it began', hint: null });
    const { process: child, ended } = startProgram(words, client, signal);
    child.stdin?.end();
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    const listen = (line: string): void => {
      const said = objectOf(line);
      if (said?.['event'] !== undefined && said['schemaVersion'] !== undefined)
        // Lines of Fozzy carry what they are; everything else is for people.
        onProgress?.(said as unknown as ProgressEvent);
      else if (said?.['status'] === 'warning') onWarning?.({ code: textOf(said['code']), message: textOf(said['message']) });
      else stderr = `${stderr}${line}\n`.slice(-STDERR_CHARS_MAX);
    };
    const lines = linesOf(listen);
    child.stderr?.setEncoding('utf8').on('data', lines.push);
    const { code, signal: by } = await ended;
    lines.end();
    return answerOf(stdout, { exitCode: code, by, stderr, aborted: aborted() });
  };
}

/** Enough to see what went wrong. */
const STDERR_CHARS_MAX = 65_536;

interface End {
  readonly exitCode: number | null;
  readonly by: NodeJS.Signals | null;
  readonly stderr: string;
  readonly aborted: boolean;
}

function answerOf(stdout: string, { exitCode, by, stderr, aborted }: End): object {
  const document = objectOf(stdout);
  const exit = exitCode === null ? {} : { exitCode };
  if (document === undefined) {
    const ended = by === null ? `with ${exitCode ?? 'nothing'}` : `by ${by}`;
    const failure = { code: 'protocol', message: `the program ended ${ended} and without a document`, hint: null, ...exit, stderr };
    throw aborted ? errorOf(failure, true) : new FozzyProtocolError(failure);
  }
  if (!isError(document)) return document;
  const { code, message, hint, details } = document;
  throw errorOf({ code, message, hint, ...(details === undefined ? {} : { details }), ...exit, stderr }, aborted);
}

interface ErrorDocument {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly details?: JsonObject;
}

/** A report of a run that ended with `error` has a mode; the document of a refusal has a code. */
function isError(document: object): document is ErrorDocument {
  return (
    'status' in document && document.status === 'error' && 'code' in document && typeof document.code === 'string' && !('mode' in document)
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function objectOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // What was parsed is JSON, and here it is an object.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
