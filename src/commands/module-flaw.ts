/**
 * Whether a JavaScript or TypeScript module can be a subject, judged from its text without executing
 * it: strings, comments and brackets must close, and there must be a default export. The bundler
 * that loads the module later judges the rest of the grammar.
 */
export function moduleFlaw(source: string): string | undefined {
  const code = new CodeReader(source);
  const flaw = code.read();
  if (flaw !== undefined) return flaw;
  const exported = /\bexport\s+default\b|\bexport\s*(?:type\s+)?\{[^}]*\bdefault\s*(?:,|\})/.test(code.plain);
  return exported ? undefined : 'it has no default export';
}

const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

interface Open {
  readonly close: string;
  readonly at: number;
  /** The bracket stands inside `${…}` of a template; its end leads back into the template. */
  readonly template: boolean;
}

/** Walks the text once; in `plain` every string and pattern has become a 0, every comment and run of blanks one blank. */
class CodeReader {
  plain = '';
  readonly #source: string;
  readonly #open: Open[] = [];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): string | undefined {
    while (this.#at < this.#source.length) {
      const flaw = this.#step();
      if (flaw !== undefined) return flaw;
    }
    const open = this.#open.at(-1);
    return open === undefined ? undefined : `the bracket opened on line ${this.#line(open.at)} is never closed`;
  }

  #step(): string | undefined {
    const start = this.#at;
    const sign = this.#source[start] ?? '';
    const two = this.#source.slice(start, start + 2);
    if (two === '//') return this.#skip(/[^\n]*/y, 'comment');
    if (two === '/*') return this.#skip(/\/\*[\s\S]*?\*\//y, 'comment');
    if (sign === '"' || sign === "'") return this.#skip(sign === '"' ? /"(?:\\[\s\S]|[^"\\\n])*"/y : /'(?:\\[\s\S]|[^'\\\n])*'/y, 'string');
    if (sign === '`') return this.#template(start + 1);
    if (sign === '/' && this.#patternMayStart())
      return this.#skip(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y, 'regular expression');
    this.#at += 1;
    return this.#bracket(sign, start);
  }

  #bracket(sign: string, start: number): string | undefined {
    if (!/\s/.test(sign)) this.plain += sign;
    else if (!this.plain.endsWith(' ')) this.plain += ' ';
    const close = closing.get(sign);
    if (close !== undefined) this.#open.push({ close, at: start, template: false });
    if (sign !== ')' && sign !== ']' && sign !== '}') return undefined;
    const open = this.#open.pop();
    if (open?.close !== sign) return `unexpected "${sign}" on line ${this.#line(start)}`;
    return open.template ? this.#template(this.#at) : undefined;
  }

  /** From inside a template to its end, or to the next `${`. */
  #template(from: number): string | undefined {
    const text = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y;
    text.lastIndex = from;
    const length = text.exec(this.#source)?.[0].length ?? 0;
    const end = from + length;
    if (this.#source[end] === '`') {
      this.plain += '0';
      this.#at = end + 1;
      return undefined;
    }
    if (this.#source[end] !== '$') return `the template on line ${this.#line(from)} is never closed`;
    this.#open.push({ close: '}', at: end + 1, template: true });
    this.#at = end + 2;
    return undefined;
  }

  #skip(pattern: RegExp, what: string): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) return `the ${what} on line ${this.#line(this.#at)} is never closed`;
    this.plain += what === 'comment' ? ' ' : '0';
    this.#at += match[0].length;
    return undefined;
  }

  /** After a value a slash divides; everywhere else it starts a pattern. */
  #patternMayStart(): boolean {
    const before = this.plain.slice(-16).trimEnd();
    return (
      /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await|instanceof)$/.test(before) ||
      !/[\w$)\]}]$/.test(before)
    );
  }

  #line(at: number): number {
    return this.#source.slice(0, at).split('\n').length;
  }
}
