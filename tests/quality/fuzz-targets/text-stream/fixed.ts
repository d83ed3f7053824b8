/** Fields of a file that is read as it arrives; the decoder waits for the rest of a character. */
import type { Readable } from 'node:stream';

export async function fields(file: Readable): Promise<readonly string[]> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of file as AsyncIterable<Buffer>) text += decoder.decode(piece, { stream: true });
  text += decoder.decode();
  return text.split(',').map((field) => field.trim());
}
