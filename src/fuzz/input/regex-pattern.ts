/** Reads the source of a regular expression, which the engine has found valid already, into what it can produce. */

export type PatternNode =
  | { readonly type: 'text'; readonly text: string }
  /** One character of a class, kept as it was written. */
  | { readonly type: 'class'; readonly source: string }
  | { readonly type: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'either'; readonly options: readonly PatternNode[] }
  | { readonly type: 'group'; readonly names: readonly string[]; readonly inner: PatternNode }
  | { readonly type: 'reference'; readonly name: string }
  | { readonly type: 'repeat'; readonly inner: PatternNode; readonly least: number; readonly most: number };

const NOTHING: PatternNode = { type: 'text', text: '' };

export function readPattern(source: string): PatternNode {
  return new PatternReader(source).read();
}

class PatternReader {
  readonly #source: string;
  #at = 0;
  #groups = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { type: 'either', options };
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      parts.push(this.#repeated(this.#atom()));
    }
    return { type: 'sequence', parts };
  }

  #repeated(inner: PatternNode): PatternNode {
    const found = this.#match(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/uy);
    if (found === null) return inner;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) return { type: 'repeat', inner, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    const low = Number(least);
    return { type: 'repeat', inner, least: low, most: comma === undefined ? low : most === '' ? Infinity : Number(most) };
  }

  #atom(): PatternNode {
    if (this.#take('(')) return this.#group();
    if (this.#take('^') || this.#take('$') || this.#match(/\\[bB]/uy) !== null) return NOTHING;
    const set = this.#match(/\[(?:\\.|[^\]\\])*\]|\.|\\[dDwWsS]|\\[pP]\{[^}]*\}/suy);
    if (set !== null) return { type: 'class', source: set[0] };
    if (this.#take('\\')) return this.#escape();
    const [point = ''] = this.#source.slice(this.#at);
    const whole = /^[\ud800-\udbff][\udc00-\udfff]/u.test(this.#source.slice(this.#at, this.#at + 2))
      ? this.#source.slice(this.#at, this.#at + 2)
      : point;
    this.#at += whole.length;
    return { type: 'text', text: whole };
  }

  #group(): PatternNode {
    if (this.#match(/\?<?[=!]/uy) !== null) {
      this.#inside();
      return NOTHING;
    }
    if (this.#match(/\?(?:[a-z]*(?:-[a-z]+)?):/uy) !== null) return this.#inside();
    this.#groups += 1;
    const number = String(this.#groups);
    const name = this.#match(/\?<([^>]+)>/uy)?.[1];
    return { type: 'group', names: name === undefined ? [number] : [number, name], inner: this.#inside() };
  }

  #inside(): PatternNode {
    const inner = this.read();
    this.#take(')');
    return inner;
  }

  /** Behind the backslash. */
  #escape(): PatternNode {
    const named = this.#match(/k<([^>]+)>/uy);
    if (named !== null) return { type: 'reference', name: named[1] ?? '' };
    const numbered = this.#match(/[1-9]\d*/uy);
    if (numbered !== null) return { type: 'reference', name: numbered[0] };
    const code = this.#match(/x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})/uy);
    if (code !== null) return { type: 'text', text: String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', 16)) };
    const control = this.#match(/c([A-Za-z])/uy);
    if (control !== null) return { type: 'text', text: String.fromCharCode((control[1] ?? '@').charCodeAt(0) % 32) };
    const letter = this.#source[this.#at] ?? '';
    this.#at += 1;
    return { type: 'text', text: LETTERS[letter] ?? letter };
  }
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f', 0: '\0' };
