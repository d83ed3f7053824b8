/** Where names come from: the declarations of each file of a project, followed through its relative imports. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { isNode, nameOf, type Node, nodeAt, nodesAt } from './syntax.ts';

export interface Declared {
  readonly file: SourceFile;
  readonly node: Node;
  /** Of a function: all declarations of its name. */
  readonly signatures?: readonly Node[];
}

interface Imported {
  readonly from: string;
  /** `default`, `*`, or the name in the other file. */
  readonly name: string;
}

/** Parses TypeScript; throws where it cannot. */
export type Parser = (text: string, options: { readonly lang: 'ts' | 'tsx' }) => unknown;

export class SourceFile {
  readonly path: string;
  readonly #project: ProjectTypes;
  /** Of types and values alike: a name that means both is one declaration here, the type. */
  readonly #types = new Map<string, Node>();
  readonly #values = new Map<string, Node>();
  readonly #signatures = new Map<string, Node[]>();
  readonly #imports = new Map<string, Imported>();
  /** Exported name to local name. */
  readonly #exports = new Map<string, string>();
  readonly #reExports: (Imported & { readonly as: string })[] = [];

  constructor(path: string, program: Node, project: ProjectTypes) {
    this.path = path;
    this.#project = project;
    for (const statement of nodesAt(program, 'body')) this.#read(statement);
  }

  /** What this name means as a type in this file, wherever it is declared. */
  typeOf(name: string): Declared | undefined {
    return this.#local(name, 'types', new Set());
  }

  /** What this name means as a value in this file, wherever it is declared. */
  valueOf(name: string): Declared | undefined {
    return this.#local(name, 'values', new Set());
  }

  /** The function, class or constant that is exported under this name. */
  exported(name: string): Declared | undefined {
    return this.#export(name, 'values', new Set());
  }

  #local(name: string, what: 'types' | 'values', seen: Set<string>): Declared | undefined {
    const node = (what === 'types' ? this.#types : this.#values).get(name);
    const signatures = what === 'values' ? this.#signatures.get(name) : undefined;
    if (node !== undefined) return { file: this, node, ...(signatures === undefined ? {} : { signatures }) };
    const imported = this.#imports.get(name);
    const file = imported === undefined ? undefined : this.#project.open(this.path, imported.from);
    return file === undefined || imported === undefined ? undefined : file.#export(imported.name, what, seen);
  }

  /** `seen` is what was asked on the way here: files that export everything of each other would never end. */
  #export(name: string, what: 'types' | 'values', seen: Set<string>): Declared | undefined {
    const question = `${this.path} ${name}`;
    if (seen.has(question)) return undefined;
    seen.add(question);
    const local = this.#exports.get(name);
    const own = local === undefined ? undefined : this.#local(local, what, seen);
    if (own !== undefined) return own;
    for (const { from, name: other, as } of this.#reExports) {
      if (as !== name && as !== '*') continue;
      const file = this.#project.open(this.path, from);
      const found = file === undefined ? undefined : file.#export(as === '*' ? name : other, what, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #read(statement: Node): void {
    switch (statement.type) {
      case 'ImportDeclaration':
        for (const each of nodesAt(statement, 'specifiers')) this.#import(each, sourceOf(statement));
        return;
      case 'ExportNamedDeclaration':
        return this.#readExport(statement);
      case 'ExportDefaultDeclaration':
        return this.#readDefault(statement);
      case 'ExportAllDeclaration':
        this.#reExports.push({ from: sourceOf(statement), name: '*', as: '*' });
        return;
      default:
        this.#declare(statement, false);
    }
  }

  #import(specifier: Node, from: string): void {
    const local = nameOf(nodeAt(specifier, 'local'));
    if (local === undefined) return;
    const name =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportSpecifier'
          ? nameOf(nodeAt(specifier, 'imported'))
          : '*';
    this.#imports.set(local, { from, name: name ?? local });
  }

  #readExport(statement: Node): void {
    const declaration = nodeAt(statement, 'declaration');
    if (declaration !== undefined) return this.#declare(declaration, true);
    const from = isNode(statement['source']) ? sourceOf(statement) : undefined;
    for (const specifier of nodesAt(statement, 'specifiers')) {
      const local = nameOf(nodeAt(specifier, 'local')) ?? '';
      const as = nameOf(nodeAt(specifier, 'exported')) ?? local;
      if (from === undefined) this.#exports.set(as, local);
      else this.#reExports.push({ from, name: local, as });
    }
  }

  #readDefault(statement: Node): void {
    const declaration = nodeAt(statement, 'declaration');
    if (declaration?.type === 'Identifier') this.#exports.set('default', nameOf(declaration) ?? '');
    else if (declaration !== undefined) {
      this.#declare(declaration, false);
      this.#values.set('default', declaration);
      this.#sign('default', declaration);
      this.#exports.set('default', 'default');
    }
  }

  #declare(node: Node, isExported: boolean): void {
    if (node.type === 'VariableDeclaration') {
      for (const each of nodesAt(node, 'declarations')) this.#name(this.#values, nameOf(nodeAt(each, 'id')), each, isExported);
      return;
    }
    const name = nameOf(nodeAt(node, 'id'));
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') this.#name(this.#types, name, node, isExported);
    if (node.type === 'TSEnumDeclaration' || node.type === 'ClassDeclaration') this.#name(this.#types, name, node, isExported);
    if (/Function|Class/u.test(node.type)) {
      if (name !== undefined) this.#sign(name, node);
      this.#name(this.#values, name, node, isExported);
    } else if (isExported && name !== undefined) this.#exports.set(name, name);
  }

  #sign(name: string, node: Node): void {
    if (/Function/u.test(node.type)) this.#signatures.set(name, [...(this.#signatures.get(name) ?? []), node]);
  }

  #name(into: Map<string, Node>, name: string | undefined, node: Node, isExported: boolean): void {
    if (name === undefined) return;
    into.set(name, node);
    if (isExported) this.#exports.set(name, name);
  }
}

function sourceOf(statement: Node): string {
  return nameOf(nodeAt(statement, 'source')) ?? '';
}

const EXTENSIONS = ['', '.ts', '.mts', '.cts', '.tsx', '.d.ts', '/index.ts', '/index.tsx'];

export class ProjectTypes {
  readonly #parse: Parser;
  readonly #files = new Map<string, SourceFile | undefined>();

  constructor(parse: Parser) {
    this.#parse = parse;
  }

  /** Undefined for packages, for files that are not there, and for those that cannot be read. */
  open(from: string, specifier: string): SourceFile | undefined {
    if (!specifier.startsWith('.') && !specifier.startsWith('/')) return undefined;
    const path = resolve(dirname(from), specifier);
    // TypeScript writes the name the file will have once it is compiled.
    const written = path.replace(/\.([cm]?)js(x?)$/u, '.$1ts$2');
    // What is compiled already may have its types beside it.
    const beside = path.replace(/\.([cm]?)jsx?$/u, '.d.$1ts');
    const found = [written, beside, path]
      .flatMap((each) => EXTENSIONS.map((extension) => each + extension))
      .find((each) => existsSync(each) && /\.[cm]?tsx?$/u.test(each));
    return found === undefined ? undefined : this.#read(found);
  }

  #read(path: string): SourceFile | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#parsed(path));
    return this.#files.get(path);
  }

  #parsed(path: string): SourceFile | undefined {
    try {
      const program = this.#parse(readFileSync(path, 'utf8'), { lang: extname(path) === '.tsx' ? 'tsx' : 'ts' });
      return isNode(program) ? new SourceFile(path, program, this) : undefined;
    } catch {
      // What cannot be parsed is reported by whoever loads it; here it only has no types.
      return undefined;
    }
  }
}
