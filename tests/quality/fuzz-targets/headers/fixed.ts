/** Reads header lines from chunks, wherever they are cut. */
export class HeaderReader {
  readonly lines: string[] = [];
  #rest = '';

  push(chunk: string): void {
    const parts = (this.#rest + chunk).split('\r\n');
    this.#rest = parts.pop() ?? '';
    this.lines.push(...parts);
  }

  end(): readonly string[] {
    return this.#rest === '' ? this.lines : [...this.lines, this.#rest];
  }
}

export function parse(chunks: readonly string[]): readonly string[] {
  const reader = new HeaderReader();
  for (const chunk of chunks) reader.push(chunk);
  return reader.end();
}
