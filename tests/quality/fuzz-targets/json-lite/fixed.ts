/** A small reader of JSON-like values. A SyntaxError is its way to refuse. Every escape it does not know is refused. */
export function parse(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.at !== text.length) throw new SyntaxError(`trailing text at ${reader.at}`);
  return value;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' };

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): unknown {
    if (depth > 50) throw new SyntaxError('too deep');
    const first = this.text[this.at];
    if (first === '[') return this.list(depth);
    if (first === '"') return this.quoted();
    if (first !== undefined && first >= '0' && first <= '9') return this.digits();
    throw new SyntaxError(`a value is expected at ${this.at}`);
  }

  list(depth: number): unknown[] {
    this.at += 1;
    const items: unknown[] = [];
    while (this.text[this.at] !== ']') {
      if (this.at >= this.text.length) throw new SyntaxError('a list without an end');
      items.push(this.value(depth + 1));
      if (this.text[this.at] === ',') this.at += 1;
    }
    this.at += 1;
    return items;
  }

  quoted(): string {
    let result = '';
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) {
      if (this.at >= this.text.length) throw new SyntaxError('a string without an end');
      if (this.text[this.at] === '\\') {
        this.at += 1;
        const escaped = ESCAPES[this.text.charAt(this.at)];
        if (escaped === undefined) throw new SyntaxError('an unknown escape');
        result += escaped;
      } else result += this.text[this.at];
    }
    this.at += 1;
    return result;
  }

  digits(): number {
    const from = this.at;
    while (this.text.charAt(this.at) >= '0' && this.text.charAt(this.at) <= '9') this.at += 1;
    return Number(this.text.slice(from, this.at));
  }
}
