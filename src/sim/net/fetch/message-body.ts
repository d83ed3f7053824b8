/** The body of a message of Node's http client, as fetch hands it out. */
import type { IncomingMessage } from 'node:http';
import { asCause } from './fetch-error.ts';
import { type BodySource, ResponseBody } from './response-body.ts';

export function bodyOfMessage(
  message: IncomingMessage,
  contentEncoding: string | null,
  watcher: Omit<BodySource, 'pause' | 'resume'>,
): ResponseBody {
  const body = new ResponseBody({ ...watcher, pause: () => message.pause(), resume: () => message.resume() }, contentEncoding);
  message.on('data', (chunk: Buffer) => body.came(chunk));
  message.on('end', () => body.ended());
  message.on('error', (error) => body.failed(asCause(error)));
  message.on('close', () => {
    if (!message.complete) body.failed(asCause(new Error('aborted')));
  });
  return body;
}
