/** A parser as people write them: characters, tokens, recursive descent. Only used to measure what counting and fuel cost. */
type Token = { readonly kind: 'number'; readonly value: number } | { readonly kind: 'mark'; readonly mark: string };

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === ' ') at += 1;
    else if (char >= '0' && char <= '9') {
      let value = 0;
      while (at < text.length && (text[at] ?? '') >= '0' && (text[at] ?? '') <= '9') {
        value = value * 10 + (text.charCodeAt(at) - 48);
        at += 1;
      }
      found.push({ kind: 'number', value });
    } else {
      found.push({ kind: 'mark', mark: char });
      at += 1;
    }
  }
  return found;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(list: readonly Token[]) {
    this.#tokens = list;
  }

  sum(): number {
    let value = this.product();
    for (;;) {
      if (this.#takes('+')) value += this.product();
      else if (this.#takes('-')) value -= this.product();
      else return value;
    }
  }

  product(): number {
    let value = this.single();
    for (;;) {
      if (this.#takes('*')) value *= this.single();
      else if (this.#takes('/')) value /= this.single();
      else return value;
    }
  }

  single(): number {
    if (this.#takes('(')) {
      const value = this.sum();
      if (!this.#takes(')')) throw new Error('expected )');
      return value;
    }
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'number') throw new Error(`expected a number at ${this.#at}`);
    this.#at += 1;
    return token.value;
  }

  #takes(mark: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'mark' || token.mark !== mark) return false;
    this.#at += 1;
    return true;
  }
}

export function evaluate(text: string): number {
  return new Parser(tokens(text)).sum();
}
