/**
 * Text fields after parsing: a constant, or a template whose references are replaced by kv values
 * when the step starts. Parsed once at compile time so that the engine never scans for `${`.
 */
export interface Template {
  readonly kind: 'template';
  /** As the user wrote it. */
  readonly source: string;
  /** Literals and references in order. */
  readonly parts: readonly (string | Reference)[];
}

export interface Reference {
  readonly key: string;
}

export type Text = string | Template;

/** What a `match` field accepts. */
export type Match =
  | { readonly kind: 'exact'; readonly text: Text }
  | { readonly kind: 'contains'; readonly text: Text }
  | { readonly kind: 'matches'; readonly pattern: RegExp };

/** Splits `${key}` references out of a string; `$${` is a literal `${`. A `${` without `}` is literal. */
export function parseText(source: string): Text {
  if (!source.includes('${')) return source;
  const parts: (string | Reference)[] = [];
  let literal = '';
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('${', at);
    if (open < 0) break;
    if (open > 0 && source[open - 1] === '$' && open - 1 >= at) {
      literal += `${source.slice(at, open - 1)}\${`;
      at = open + 2;
      continue;
    }
    const close = source.indexOf('}', open + 2);
    if (close < 0) break;
    literal += source.slice(at, open);
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push({ key: source.slice(open + 2, close) });
    at = close + 1;
  }
  literal += source.slice(at);
  if (parts.length === 0) return literal;
  if (literal !== '') parts.push(literal);
  return { kind: 'template', source, parts };
}

/** The text field that resolves to exactly this text. */
export function writtenText(text: string): string {
  return text.replaceAll('${', () => '$${');
}
