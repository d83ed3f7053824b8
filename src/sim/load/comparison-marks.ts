/**
 * Puts what code compares before somebody who watches: `a === b` becomes a call with both values and gives the same answer. Made only for
 * a second copy of the code, which runs now and then; the copy that runs all the time compares by itself.
 */
import { RollingHash } from '../../base/rolling-hash.ts';
import type { Edits } from './edits.ts';
import type { ESTree, SyntaxNode } from './native.ts';

/** The constant of the realm whose methods are called; see `ComparisonWatch`. */
export const watchName = '$fz$watch';

/** What the watched code calls. Every method gives the value the code would have computed itself. */
export interface ComparisonWatch {
  compare(site: number, operator: string, left: unknown, right: unknown): boolean;
  select(site: number, value: unknown, cases: readonly unknown[]): unknown;
  /** What names a property is computed. */
  key(site: number, value: unknown): unknown;
  call(site: number, method: string, receiver: unknown, values: readonly unknown[]): unknown;
}

const OPERATORS: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>=', 'in']);
const METHODS: ReadonlySet<string> = new Set([
  ...['startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'charCodeAt', 'has', 'get', 'test', 'match', 'exec', 'localeCompare'],
  ...['replace', 'replaceAll', 'search', 'matchAll', 'split'],
]);
const CASES_MAX = 64;

export class ComparisonMarks {
  private readonly edits: Edits;
  private readonly source: string;
  private readonly salt: number;

  constructor(edits: Edits, source: string, salt: string) {
    this.edits = edits;
    this.source = source;
    const hash = new RollingHash();
    hash.mixString(salt);
    this.salt = hash.lo;
  }

  markBinary(node: ESTree.BinaryExpression | ESTree.PrivateInExpression): void {
    const { left, operator, right } = node;
    if (!OPERATORS.has(operator) || left.type === 'PrivateIdentifier' || isConstant(left, right)) return;
    const at = this.tokenBetween(left.end, right.start, operator);
    if (at === undefined) return;
    this.edits.open(node.start, `${watchName}.compare(${this.siteOf(node)},${JSON.stringify(operator)},`);
    this.edits.replace(at, at + operator.length, ',');
    this.edits.close(node.end, ')');
  }

  markSwitch(node: ESTree.SwitchStatement): void {
    const values = node.cases.flatMap(({ test }) => (test?.type === 'Literal' && isPlainLiteral(test) ? [test.raw ?? 'null'] : []));
    if (values.length === 0) return;
    this.edits.open(node.discriminant.start, `${watchName}.select(${this.siteOf(node)},(`);
    this.edits.close(node.discriminant.end, `),[${values.slice(0, CASES_MAX).join(',')}])`);
  }

  /** `text.startsWith(x)` becomes `watch.call(site, "startsWith", text, [x])`. */
  markCall(node: ESTree.CallExpression): void {
    const { callee } = node;
    if (node.optional || callee.type !== 'MemberExpression' || callee.computed || hasOptional(callee)) return;
    const { object, property } = callee;
    if (property.type !== 'Identifier' || !METHODS.has(property.name) || object.type === 'Super') return;
    const dot = this.tokenBetween(object.end, property.start, '.');
    const opening = this.openingAfter(property.end);
    if (dot === undefined || opening === undefined || this.source[node.end - 1] !== ')') return;
    this.edits.open(node.start, `${watchName}.call(${this.siteOf(node)},${JSON.stringify(property.name)},`);
    this.edits.replace(dot, opening + 1, ',[');
    this.edits.replace(node.end - 1, node.end, '])');
  }

  /** `object[name]` becomes `object[watch.key(site, name)]`: which names a program takes from its input is worth knowing. */
  markKey({ computed, property }: ESTree.MemberExpression): void {
    if (!computed || property.type === 'Literal' || property.type === 'UpdateExpression') return;
    this.edits.open(property.start, `${watchName}.key(${this.siteOf(property)},(`);
    this.edits.close(property.end, '))');
  }

  private siteOf({ start }: SyntaxNode): number {
    return (this.salt ^ Math.imul(start + 1, 0x9e3779b1)) >>> 0;
  }

  /** Where the token stands between two parts; undefined where a comment could look like it. */
  private tokenBetween(from: number, to: number, token: string): number | undefined {
    const between = this.source.slice(from, to);
    if (between.includes('/')) return undefined;
    const at = between.indexOf(token);
    return at < 0 ? undefined : from + at;
  }

  private openingAfter(from: number): number | undefined {
    const found = /^\s*\(/u.exec(this.source.slice(from, from + 64));
    return found === null ? undefined : from + found[0].length - 1;
  }
}

/** Nothing about the input can be learned from `typeof x === 'string'` or from two literals. */
function isConstant(left: SyntaxNode, right: SyntaxNode): boolean {
  if (left.type === 'UnaryExpression' && left.operator === 'typeof') return true;
  return left.type === 'Literal' && right.type === 'Literal';
}

function isPlainLiteral(node: ESTree.Expression): boolean {
  return node.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number');
}

/** Inside a chain with `?.` the call may be skipped as a whole. */
function hasOptional(node: SyntaxNode): boolean {
  if (node.type === 'MemberExpression') return node.optional || hasOptional(node.object);
  if (node.type === 'CallExpression') return node.optional || hasOptional(node.callee);
  return false;
}
