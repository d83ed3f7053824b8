/** Reads header lines from chunks. Planted: a line that ends just between two chunks. */
export class HeaderReader {
  readonly lines: string[] = [];
  #rest = '';

  push(chunk: string): void {
    const parts = (this.#rest + chunk).split('\r\n');
    this.#rest = parts.pop() ?? '';
    // The planted mistake: a lone CR at the end of a chunk is taken for the end of the line.
    if (this.#rest.endsWith('\r')) {
      parts.push(this.#rest.slice(0, -1));
      this.#rest = '';
    }
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
