/** Fields of a file that is read as it arrives. A character whose bytes arrive in two pieces is two broken ones. */
import type { Readable } from 'node:stream';

export async function fields(file: Readable): Promise<readonly string[]> {
  let text = '';
  for await (const piece of file as AsyncIterable<Buffer>) text += piece.toString('utf8');
  return text.split(',').map((field) => field.trim());
}
