/**
 * What a file calls the things through which it reaches the world: modules it imported or required, anywhere, what it took out of them, and
 * the clients it made with them. Followed by name through the whole file, so a name means the same in every function.
 */
import type { ESTree, SyntaxNode } from '../../sim/load/native.ts';
import { boundNames, childrenOf, literalText } from '../../sim/load/syntax.ts';
import { lastOf, memberOfThis, nameOf, rootOf } from './dotted-name.ts';

/** Packages and builtins whose calls leave the process. */
const OUTSIDE =
  /^(?:node:)?(?:fs|fs\/promises|http|https|http2|net|tls|dgram|dns|dns\/promises|child_process|sqlite)$|^(?:undici|axios|got|node-fetch|cross-fetch|ky|superagent|ws|socket\.io|socket\.io-client|pg|postgres|mysql2?|mongodb|mongoose|redis|ioredis|knex|typeorm|sequelize|drizzle-orm|kafkajs|amqplib|nats|mqtt|bullmq?|nodemailer|better-sqlite3|sqlite3|execa|cross-spawn|fs-extra|graceful-fs|stripe)(?:\/|$)|^@(?:aws-sdk|google-cloud|azure|prisma|grpc|nats-io|redis|elastic|supabase)\//u;

/** Calls that give something to go on calling, also when they are waited for. */
const MAKES = /^(?:create|connect|open|extend)/u;

/** A name that is given a value somewhere. */
interface Binding {
  readonly names: readonly string[];
  /** The names are taken out of the value. */
  readonly isPattern: boolean;
  readonly value: SyntaxNode;
}

export class OutsideNames {
  readonly #names = new Set<string>();
  /** Those that stand for a whole module, which may be a function that makes a client. */
  readonly #modules = new Set<string>();

  constructor(program: ESTree.Program) {
    const bindings = this.#collect(program);
    // A name may be used above the place that gives it its meaning; each round follows the names one step further.
    for (let known = -1; known < this.#names.size; ) {
      known = this.#names.size;
      for (const { names, isPattern, value } of bindings) {
        if (!(isPattern ? this.has(value) : this.#gives(value))) continue;
        for (const name of names) this.#names.add(name);
        if (!isPattern && isRequire(plain(value))) for (const name of names) this.#modules.add(name);
      }
    }
  }

  /** Whether a call of this leaves the process. */
  has(node: SyntaxNode): boolean {
    const inner = plain(node);
    if (inner.type === 'AwaitExpression') return isImport(plain(inner.argument));
    if (inner.type === 'CallExpression') return isRequire(inner);
    if (inner.type !== 'Identifier' && inner.type !== 'MemberExpression') return false;
    const name = nameOf(inner);
    if (this.#names.has(rootOf(name)) || this.#names.has(memberOfThis(name) ?? '')) return true;
    return inner.type === 'MemberExpression' && this.has(inner.object);
  }

  /** Whether what has this value can be called in its turn; what a call answers is data. */
  #gives(value: SyntaxNode): boolean {
    const inner = plain(value);
    if (inner.type === 'NewExpression') return this.has(inner.callee);
    if (inner.type === 'AwaitExpression') return this.has(inner) || this.#makes(plain(inner.argument));
    if (inner.type === 'CallExpression' && inner.callee.type === 'Identifier' && this.#modules.has(inner.callee.name)) return true;
    return this.has(inner) || this.#makes(inner);
  }

  #makes(node: SyntaxNode): boolean {
    if (node.type !== 'CallExpression') return false;
    const last = lastOf(nameOf(node.callee));
    const [first] = node.arguments;
    if (last === 'promisify') return first !== undefined && this.has(first);
    return MAKES.test(last) && this.has(node.callee);
  }

  /** Imports are names at once; everything else that gives a name a value is looked at later. */
  #collect(program: ESTree.Program): readonly Binding[] {
    const bindings: Binding[] = [];
    const open: SyntaxNode[] = [program];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.type === 'ImportDeclaration') this.#import(node);
      else if (node.type === 'TSImportEqualsDeclaration') {
        const { moduleReference: from, id } = node;
        if (from.type === 'TSExternalModuleReference' && OUTSIDE.test(from.expression.value)) this.#module(id.name);
      } else {
        const binding = bindingOf(node);
        if (binding !== undefined) bindings.push(binding);
      }
      // One after the other: a table of data in a source file may have more items than the stack has room for.
      for (const child of childrenOf(node)) open.push(child);
    }
    return bindings;
  }

  #import({ source, specifiers }: ESTree.ImportDeclaration): void {
    if (!OUTSIDE.test(source.value)) return;
    for (const { type, local } of specifiers) {
      if (type === 'ImportSpecifier') this.#names.add(local.name);
      else this.#module(local.name);
    }
  }

  #module(name: string): void {
    this.#names.add(name);
    this.#modules.add(name);
  }
}

function bindingOf(node: SyntaxNode): Binding | undefined {
  if (node.type === 'VariableDeclarator' && node.init !== null)
    return { names: boundNames(node.id), isPattern: node.id.type !== 'Identifier', value: node.init };
  if (node.type === 'AssignmentExpression' && node.operator === '=') {
    const { left, right } = node;
    if (left.type === 'Identifier') return { names: [left.name], isPattern: false, value: right };
    const name = left.type === 'MemberExpression' ? nameOf(left) : '';
    if (name !== '' && name === memberOfThis(name)) return { names: [name], isPattern: false, value: right };
  }
  if (
    node.type === 'PropertyDefinition' &&
    node.value !== null &&
    (node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier')
  )
    return { names: [`this.${node.key.name}`], isPattern: false, value: node.value };
  return undefined;
}

function isRequire(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'require') return false;
  const [first] = node.arguments;
  return first !== undefined && OUTSIDE.test(literalText(first) ?? '');
}

function isImport(node: SyntaxNode): boolean {
  return node.type === 'ImportExpression' && OUTSIDE.test(literalText(node.source) ?? '');
}

/** Without what only tells the compiler something. */
function plain(node: SyntaxNode): SyntaxNode {
  switch (node.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return plain(node.expression);
    default:
      return node;
  }
}
