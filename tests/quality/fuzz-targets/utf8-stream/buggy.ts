/** Decodes UTF-8 that arrives in chunks. Planted: a character that is cut in two is decoded as two halves. */
export function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return chunks.map((chunk) => decoder.decode(chunk)).join('');
}
