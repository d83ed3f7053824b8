/** What a name stands for in the files of a program, as far as its syntax tells: in the same file, or in the one it is imported from. */
import type { ESTree, SyntaxNode } from '../load/native.ts';
import { everyNode } from './parse-source.ts';

/** One file, as far as names go. */
export interface SourceFile {
  readonly path: string;
  readonly program: ESTree.Program;
  /** The file a local name was imported from. */
  readonly imports: ReadonlyMap<string, string>;
}

export interface FoundNode {
  readonly node: SyntaxNode;
  readonly file: SourceFile;
}

export class SourceNames {
  readonly #files: ReadonlyMap<string, SourceFile>;

  constructor(files: readonly SourceFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  /** The value a variable begins with. */
  value(name: string, file: SourceFile): SyntaxNode | undefined {
    for (const node of everyNode(this.#home(name, file).program))
      if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.name === name && node.init !== null)
        return node.init;
    return undefined;
  }

  /** What declares a type, a class among them. */
  type(name: string, file: SourceFile): FoundNode | undefined {
    const home = this.#home(name, file);
    for (const node of everyNode(home.program)) if (declaresType(node) && node.id?.name === name) return { node, file: home };
    return undefined;
  }

  /** The function behind `create` or `controller.create`. */
  handler(node: SyntaxNode, file: SourceFile): FoundNode | undefined {
    if (node.type === 'Identifier') return this.#named(node.name, this.#home(node.name, file));
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
    const home = node.object.type === 'Identifier' ? this.#home(node.object.name, file) : file;
    return this.#named(node.property.name, home) ?? this.#anywhere(node.property.name, home);
  }

  #home(name: string, file: SourceFile): SourceFile {
    return this.#files.get(file.imports.get(name) ?? '') ?? file;
  }

  /** An object made here may be of a class that comes from elsewhere. */
  #anywhere(name: string, from: SourceFile): FoundNode | undefined {
    for (const path of new Set(from.imports.values())) {
      const file = this.#files.get(path);
      const found = file === undefined ? undefined : this.#named(name, file);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #named(name: string, file: SourceFile): FoundNode | undefined {
    for (const each of everyNode(file.program)) {
      const node = functionNamed(each, name);
      if (node !== undefined) return { node, file };
    }
    return undefined;
  }
}

type TypeDeclaration = ESTree.Class | ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration | ESTree.TSEnumDeclaration;

function declaresType(node: SyntaxNode): node is TypeDeclaration {
  return /^(?:ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration|TSEnumDeclaration)$/u.test(node.type);
}

/** Declared, assigned, a method or a member. */
function functionNamed(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const is = (key: SyntaxNode | null) => key?.type === 'Identifier' && key.name === name;
  switch (node.type) {
    case 'FunctionDeclaration':
      return is(node.id) ? node : undefined;
    case 'VariableDeclarator':
      return is(node.id) ? runs(node.init) : undefined;
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' && is(node.left.property) ? runs(node.right) : undefined;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return is(node.key) ? runs(node.value) : undefined;
    default:
      return undefined;
  }
}

/** A function, or a call that wraps one: `asyncHandler(async (req, res) => …)`. */
function runs(node: SyntaxNode | null): SyntaxNode | undefined {
  if (node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression') return node;
  return node?.type === 'CallExpression' && node.arguments.some((argument) => runs(argument) !== undefined) ? node : undefined;
}
