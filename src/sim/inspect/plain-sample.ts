/** Values for members of a body: from words that describe them, or from nothing but their names. */
import type { Json } from '../../base/json.ts';
import type { SyntaxNode } from '../load/native.ts';

/** The most particular word decides. */
export function plainSample(words: readonly string[], least: number): Json | undefined {
  const is = (...names: readonly string[]) => names.some((name) => words.includes(name));
  if (is('email')) return 'someone@example.org';
  if (is('uuid', 'uuidv4', 'guid')) return '00000000-0000-4000-8000-000000000001';
  if (is('url', 'uri')) return 'http://example.org/';
  if (is('date-time', 'datetime', 'isodatetime')) return '2026-01-01T00:00:00.000Z';
  if (is('date', 'iso')) return '2026-01-01';
  if (is('number', 'integer', 'int')) return Math.max(1, least);
  if (is('boolean')) return true;
  return is('string') ? 'text'.padEnd(least, 'x') : undefined;
}

const COUNTED = /(?:amount|count|quantity|qty|price|total|number|size|age|id|seats?|balance|value|limit|delta)$/iu;

/** What a member is likely to be, from its name alone. */
export function nameSample(name: string): Json {
  if (/e-?mail$/iu.test(name)) return 'someone@example.org';
  return COUNTED.test(name) ? 1 : name;
}

export function literalValue(node: SyntaxNode | null | undefined): Json | undefined {
  if (node?.type !== 'Literal') return undefined;
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
}
