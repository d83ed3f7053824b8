/** The words of a program: its literals, the names of its properties and its regular expressions, read off its syntax tree. */
import { extname } from 'node:path';
import type { Native, SyntaxNode } from '../../sim/load/native.ts';
import { childrenOf } from '../../sim/load/syntax.ts';

const WORDS_MAX = 1024;
const TEXT_LENGTH_MAX = 64;
const EXPRESSIONS_MAX = 64;

export interface SourceWords {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly expressions: readonly RegExp[];
}

/** Each once, in the order of the source; literals come before names. */
export function wordsOf(native: Native, modules: Iterable<{ readonly path: string; readonly source: string }>): SourceWords {
  const reader = new WordReader();
  for (const { path, source } of modules) {
    const { program } = native.parseWritten(path, source, languageOf(path));
    for (const statement of program.body) reader.visit(statement);
  }
  return {
    texts: [...new Set([...reader.literals, ...reader.names])].slice(0, WORDS_MAX),
    numbers: [...reader.numbers].slice(0, WORDS_MAX),
    expressions: [...reader.expressions.values()].slice(0, EXPRESSIONS_MAX),
  };
}

/** Every text that is written in a program, however long. */
export function literalsOf(native: Native, modules: Iterable<{ readonly path: string; readonly source: string }>): readonly string[] {
  const texts = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') texts.add(node.value);
    if (node.type === 'TemplateElement') texts.add(node.value.cooked ?? '');
    for (const child of childrenOf(node)) visit(child);
  };
  for (const { path, source } of modules)
    for (const statement of native.parseWritten(path, source, languageOf(path)).program.body) visit(statement);
  return [...texts];
}

/** Every name a program assigns to as it is written: `counter = 1`, `cache.counter += 1`, `defineProperty(cache, 'counter', …)`. */
export function assignedNames(native: Native, modules: Iterable<{ readonly path: string; readonly source: string }>): ReadonlySet<string> {
  const names = new Set<string>();
  const variables = new Set<string>();
  const assigned = (node: SyntaxNode): void => {
    if (node.type === 'Identifier' && !variables.has(node.name)) names.add(node.name);
    else if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') names.add(node.property.name);
    else if (node.type === 'MemberExpression' && node.property.type === 'Literal') names.add(String(node.property.value));
  };
  // What is replaced or joined by nothing is no name.
  const definedBy = ({ arguments: [, second] }: { readonly arguments: readonly SyntaxNode[] }): void => {
    if (second?.type === 'Literal' && /^[\w$]+$/u.test(String(second.value))) names.add(String(second.value));
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      variables.add(node.id.name);
      names.delete(node.id.name);
    }
    if (node.type === 'AssignmentExpression') assigned(node.left);
    else if (node.type === 'UpdateExpression') assigned(node.argument);
    else if (node.type === 'CallExpression') definedBy(node);
    for (const child of childrenOf(node)) visit(child);
  };
  for (const { path, source } of modules)
    for (const statement of native.parseWritten(path, source, languageOf(path)).program.body) visit(statement);
  return names;
}

class WordReader {
  readonly literals = new Set<string>();
  readonly names = new Set<string>();
  readonly numbers = new Set<number>();
  readonly expressions = new Map<string, RegExp>();

  visit(node: SyntaxNode): void {
    switch (node.type) {
      // Where modules are is no word of their language.
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        return;
      case 'Literal':
        this.#literal(node.value);
        break;
      case 'TemplateElement':
        this.#text(node.value.cooked ?? '');
        break;
      case 'MemberExpression':
        if (!node.computed && node.property.type === 'Identifier') this.#name(node.property.name);
        break;
      case 'Property':
        if (!node.computed && node.key.type === 'Identifier') this.#name(node.key.name);
        break;
      case 'NewExpression':
      case 'CallExpression':
        if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') this.#written(node.arguments);
        break;
      default:
    }
    for (const child of childrenOf(node)) this.visit(child);
  }

  #literal(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.numbers.add(value);
    else if (value instanceof RegExp) this.expressions.set(String(value), value);
  }

  #text(text: string): void {
    if (text !== '' && text.length <= TEXT_LENGTH_MAX) this.literals.add(text);
  }

  /** Single letters are names of variables more often than of anything that matters. */
  #name(name: string): void {
    if (name.length > 1 && name.length <= TEXT_LENGTH_MAX) this.names.add(name);
  }

  /** `new RegExp('…')` with everything in place. */
  #written([pattern, flags]: readonly SyntaxNode[]): void {
    if (pattern?.type !== 'Literal' || typeof pattern.value !== 'string') return;
    try {
      const made = new RegExp(pattern.value, flags?.type === 'Literal' && typeof flags.value === 'string' ? flags.value : '');
      this.expressions.set(String(made), made);
    } catch {
      // The program will meet that error itself.
    }
  }
}

function languageOf(path: string): 'js' | 'jsx' | 'ts' | 'tsx' {
  const extension = extname(path);
  if (extension === '.tsx') return 'tsx';
  if (extension === '.jsx') return 'jsx';
  return /^\.[cm]?ts$/u.test(extension) ? 'ts' : 'js';
}
