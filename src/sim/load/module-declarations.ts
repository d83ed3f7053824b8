/** The imports and exports of an ES module: what they ask for and offer, with the declarations themselves taken out of the text. */
import type { Edits } from './edits.ts';
import type { IndirectExport, ModuleRequest } from './module-shape.ts';
import type { ESTree } from './native.ts';
import type { Scope } from './scope.ts';
import { boundNames, exportedName, literalText } from './syntax.ts';

/** What a name of this module stands for in another one; `*` is the module itself. */
export interface ImportedName {
  readonly request: number;
  readonly imported: string;
}

interface OpenRequest extends ModuleRequest {
  readonly names: string[];
  readonly members: string[];
  whole: boolean;
}

export interface ModuleDeclarations {
  readonly requests: readonly ModuleRequest[];
  readonly imports: ReadonlyMap<string, ImportedName>;
  /** Exported names by the local name behind them. */
  readonly exportsOf: ReadonlyMap<string, readonly string[]>;
  readonly indirect: readonly IndirectExport[];
  readonly stars: readonly number[];
  /** `export default function () {}` has been given a name to be hoisted by. */
  readonly anonymousDefault: boolean;
  /** `export default` of an expression. */
  readonly defaultValue: boolean;
}

export interface DeclarationNames {
  readonly exports: string;
  readonly defaultFunction: string;
}

type Walk = (statement: ESTree.Statement | ESTree.Expression | ESTree.Function | ESTree.Class) => void;

const gap = String.raw`(?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*`;
const exportKeywords = new RegExp(`export${gap}default`, 'uy');
const functionKeywords = new RegExp(`(?:async${gap})?function${gap}\\*?`, 'uy');

export class DeclarationReader implements ModuleDeclarations {
  readonly requests: OpenRequest[] = [];
  readonly imports = new Map<string, ImportedName>();
  readonly exportsOf = new Map<string, string[]>();
  readonly indirect: IndirectExport[] = [];
  readonly stars: number[] = [];
  anonymousDefault = false;
  defaultValue = false;
  private readonly source: string;
  private readonly scope: Scope;
  private readonly edits: Edits;
  private readonly names: DeclarationNames;
  private readonly walk: Walk;

  constructor(source: string, scope: Scope, edits: Edits, names: DeclarationNames, walk: Walk) {
    this.source = source;
    this.scope = scope;
    this.edits = edits;
    this.names = names;
    this.walk = walk;
  }

  read(node: ESTree.ModuleDeclaration): void {
    switch (node.type) {
      case 'ImportDeclaration':
        return this.readImport(node);
      case 'ExportAllDeclaration':
        return this.readExportAll(node);
      case 'ExportNamedDeclaration':
        return this.readExport(node);
      case 'ExportDefaultDeclaration':
        return this.readDefault(node);
      default:
    }
  }

  /**
   * Exports of imported names are known only when all imports are. A namespace of which only members are read is never made: those are read
   * like single names. `membersOf` tells which; nothing if the namespace itself is used.
   */
  finish(membersOf: (local: string) => ReadonlySet<string> | undefined): void {
    for (const [local, { request, imported }] of this.imports) if (imported === '*') this.askWhole(request, membersOf(local));
    for (const [local, names] of this.exportsOf) {
      const imported = this.imports.get(local);
      if (imported === undefined) continue;
      this.exportsOf.delete(local);
      for (const name of names) this.passOn(name, imported.request, imported.imported);
    }
  }

  private readImport(node: ESTree.ImportDeclaration): void {
    const request = this.request(node.source, node.attributes);
    for (const specifier of node.specifiers) {
      const imported = importedName(specifier);
      if (imported !== '*') this.ask(request, imported);
      this.imports.set(specifier.local.name, { request, imported });
      this.scope.declare(specifier.local.name, { kind: 'import', topLevel: true });
    }
    this.takeOut(node);
  }

  private readExportAll(node: ESTree.ExportAllDeclaration): void {
    const request = this.request(node.source, node.attributes);
    if (node.exported === null) this.stars.push(request);
    else this.passOn(exportedName(node.exported), request, '*');
    this.takeOut(node);
  }

  private readExport(node: ESTree.ExportNamedDeclaration): void {
    const { declaration, source } = node;
    if (declaration !== null) {
      this.edits.replace(node.start, declaration.start, '');
      for (const name of declaredNames(declaration)) this.offer(name, name);
      if (isWalked(declaration)) this.walk(declaration);
      return;
    }
    const request = source === null ? undefined : this.request(source, node.attributes);
    for (const specifier of node.specifiers) {
      const name = exportedName(specifier.exported);
      const local = exportedName(specifier.local);
      if (request === undefined) this.offer(local, name);
      else this.passOn(name, request, local);
    }
    this.takeOut(node);
  }

  private readDefault(node: ESTree.ExportDefaultDeclaration): void {
    const { declaration } = node;
    if (declaration.type === 'TSInterfaceDeclaration') return;
    const keywords = node.start + matchLength(exportKeywords, this.source, node.start);
    if (declaration.type === 'FunctionDeclaration') {
      this.edits.replace(node.start, keywords, '');
      if (declaration.id === null) {
        const name = declaration.start + matchLength(functionKeywords, this.source, declaration.start);
        this.edits.open(name, ` ${this.names.defaultFunction}`);
        this.anonymousDefault = true;
      } else this.offer(declaration.id.name, 'default');
    } else if (declaration.type === 'ClassDeclaration' && declaration.id !== null) {
      this.edits.replace(node.start, keywords, '');
      this.offer(declaration.id.name, 'default');
    } else return this.readDefaultValue(node, keywords);
    this.walk(declaration);
  }

  private readDefaultValue(node: ESTree.ExportDefaultDeclaration, keywords: number): void {
    const { declaration } = node;
    this.defaultValue = true;
    const getsName = isAnonymous(declaration);
    // As the value of a property it gets the name the language asks for: "default".
    this.edits.replace(node.start, keywords, `;${this.names.exports}.default=${getsName ? '{default:' : ''}`);
    this.walk(declaration);
    // After the walk: what ends with the value, such as the body of an arrow function, ends inside of the property.
    if (getsName) this.edits.close(this.source[node.end - 1] === ';' ? node.end - 1 : node.end, '}.default;');
  }

  private request(source: ESTree.StringLiteral, attributes: readonly ESTree.ImportAttribute[]): number {
    const type = attributes.find(({ key }) => (key.type === 'Literal' ? key.value : key.name) === 'type');
    const asked = type === undefined ? null : (literalText(type.value) ?? null);
    const known = this.requests.findIndex((each) => each.specifier === source.value && each.type === asked);
    if (known >= 0) return known;
    this.requests.push({ specifier: source.value, type: asked, names: [], members: [], whole: false, at: source.start });
    return this.requests.length - 1;
  }

  private ask(request: number, name: string): void {
    const open = this.requests[request];
    if (open === undefined) return;
    if (name === '*') open.whole = true;
    else if (!open.names.includes(name)) open.names.push(name);
  }

  private askWhole(request: number, members: ReadonlySet<string> | undefined): void {
    if (members === undefined) this.ask(request, '*');
    else this.requests[request]?.members.push(...members);
  }

  private passOn(name: string, request: number, imported: string): void {
    this.ask(request, imported);
    this.indirect.push({ name, request, imported });
  }

  private offer(local: string, name: string): void {
    const names = this.exportsOf.get(local);
    if (names === undefined) this.exportsOf.set(local, [name]);
    else names.push(name);
  }

  /** The semicolon keeps the lines around it apart. */
  private takeOut(node: ESTree.ModuleDeclaration): void {
    this.edits.replace(node.start, node.end, ';');
  }
}

/** The names a statement of the module declares and that get their values when it runs. */
export function declaredNames(statement: ESTree.Node): readonly string[] {
  if (statement.type === 'VariableDeclaration') return statement.declarations.flatMap(({ id }) => boundNames(id));
  const named = statement.type === 'ClassDeclaration' || statement.type === 'FunctionDeclaration';
  return named && statement.id !== null ? [statement.id.name] : [];
}

function isWalked(node: ESTree.Declaration): node is ESTree.VariableDeclaration | ESTree.Function | ESTree.Class {
  return node.type === 'VariableDeclaration' || node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration';
}

function importedName(specifier: ESTree.ImportDeclarationSpecifier): string {
  if (specifier.type === 'ImportSpecifier') return exportedName(specifier.imported);
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

function isAnonymous(node: ESTree.ExportDefaultDeclarationKind): boolean {
  if (node.type === 'ArrowFunctionExpression') return true;
  return (node.type === 'FunctionExpression' || node.type === 'ClassExpression' || node.type === 'ClassDeclaration') && node.id === null;
}

function matchLength(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length ?? 0;
}
