/** Signals of TypeScript and JavaScript, counted on the syntax tree: what stands in comments, strings and types counts nothing. */
import { childrenOf, literalText } from '../../sim/load/syntax.ts';
import type { ESTree, SyntaxNode } from '../../sim/load/native.ts';
import { linesOf, type Signals } from './signals.ts';

const BRANCHES: ReadonlySet<string> = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'LogicalExpression',
]);

/** Packages and builtins through which a program reaches the world. */
const OUTSIDE =
  /^(?:node:)?(?:fs|fs\/promises|http|https|http2|net|tls|dgram|dns|dns\/promises|child_process)$|^(?:undici|axios|got|node-fetch|ky|superagent|ws|socket\.io|socket\.io-client|pg|mysql2?|mongodb|mongoose|redis|ioredis|knex|kafkajs|amqplib|nats|nodemailer|better-sqlite3|sqlite3|execa)(?:\/|$)|^@(?:aws-sdk|google-cloud|azure|prisma|grpc|nats-io)\//u;

const SCHEDULERS: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);
const COMBINATORS: ReadonlySet<string> = new Set(['all', 'allSettled', 'race', 'any']);
const LIVE_OBJECTS: ReadonlySet<string> = new Set(['Worker', 'SharedWorker', 'MessageChannel', 'BroadcastChannel', 'Mutex', 'Semaphore']);
const OUTSIDE_OBJECTS: ReadonlySet<string> = new Set(['WebSocket', 'EventSource', 'XMLHttpRequest']);
const CONTAINERS: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Array',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'DataView',
  'Buffer',
]);
const RETRIES = /retr(?:y|ies)|back_?off|time_?out|deadline|abort|circuit|give_?up/iu;
const SERVES: ReadonlySet<string> = new Set(['listen', 'serve', 'createServer']);
const ROUTES: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'all', 'use', 'route']);

export function treeSignals(program: ESTree.Program, text: string): Signals {
  const counter = new Counter(namesFromOutside(program));
  counter.visit(program);
  return { ...counter.counts, entrypoint: counter.counts.entrypoint + (text.startsWith('#!') ? 1 : 0), lineCount: linesOf(text) };
}

/** What the file calls the things it took from outside. */
function namesFromOutside(program: ESTree.Program): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration' && OUTSIDE.test(statement.source.value)) {
      for (const specifier of statement.specifiers) names.add(specifier.local.name);
    }
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations) {
      if (init === null || !isOutsideRequire(init)) continue;
      if (id.type === 'Identifier') names.add(id.name);
      else if (id.type === 'ObjectPattern') {
        for (const property of id.properties)
          if (property.type === 'Property' && property.value.type === 'Identifier') names.add(property.value.name);
      }
    }
  }
  return names;
}

function isOutsideRequire(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'require') return false;
  const [first] = node.arguments;
  return first !== undefined && OUTSIDE.test(literalText(first) ?? '');
}

class Counter {
  readonly counts = { branch: 0, concurrency: 0, external: 0, failure: 0, memory: 0, entrypoint: 0 };
  readonly #outside: ReadonlySet<string>;

  constructor(outside: ReadonlySet<string>) {
    this.#outside = outside;
  }

  /** Without recursion: generated files nest deeper than the stack. */
  visit(root: SyntaxNode): void {
    const open: SyntaxNode[] = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      this.#count(node);
      open.push(...childrenOf(node));
    }
  }

  #count(node: SyntaxNode): void {
    const { counts } = this;
    if (BRANCHES.has(node.type)) counts.branch += 1;
    switch (node.type) {
      case 'SwitchCase':
        if (node.test !== null) counts.branch += 1;
        break;
      case 'CatchClause':
      case 'ThrowStatement':
        counts.failure += 1;
        break;
      case 'ForOfStatement':
        if (node.await) counts.concurrency += 1;
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (node.async) counts.concurrency += 1;
        break;
      case 'NewExpression':
        this.#made(nameOf(node.callee));
        break;
      case 'CallExpression':
        this.#called(node);
        break;
      case 'MemberExpression':
        if (nameOf(node) === 'process.argv') counts.entrypoint += 1;
        break;
      default:
    }
  }

  #made(name: string): void {
    if (LIVE_OBJECTS.has(name)) this.counts.concurrency += 1;
    if (OUTSIDE_OBJECTS.has(name)) this.counts.external += 1;
    if (CONTAINERS.has(name) || /(?:Int|Uint|Float)\d+(?:Clamped)?Array$/u.test(name)) this.counts.memory += 1;
    if (name === 'AbortController') this.counts.failure += 1;
    if (this.#outside.has(rootOf(name))) this.counts.external += 1;
  }

  #called(node: ESTree.CallExpression): void {
    const { counts } = this;
    const name = nameOf(node.callee);
    const root = rootOf(name);
    const last = name.slice(name.lastIndexOf('.') + 1);
    if (SCHEDULERS.has(last) || name === 'process.nextTick' || root === 'Atomics') counts.concurrency += 1;
    if (root === 'Promise' && COMBINATORS.has(last)) counts.concurrency += 1;
    if (last === 'postMessage') counts.concurrency += 1;
    if (name === 'fetch' || this.#outside.has(root)) counts.external += 1;
    if (last === 'catch' || last === 'reject') counts.failure += 1;
    else if (RETRIES.test(last) && !SCHEDULERS.has(last)) counts.failure += 1;
    if (root === 'Buffer' || last === 'structuredClone') counts.memory += 1;
    const [first] = node.arguments;
    const path = first === undefined ? undefined : literalText(first);
    if (SERVES.has(last)) counts.entrypoint += 1;
    else if (ROUTES.has(last) && path?.startsWith('/') === true && node.arguments.length > 1) counts.entrypoint += 1;
    else if (name === 'process.on' && path?.startsWith('SIG') === true) counts.entrypoint += 1;
  }
}

/** Dotted, as far as it is a plain name. */
function nameOf(node: SyntaxNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type !== 'MemberExpression') return '';
  const property = node.computed || node.property.type !== 'Identifier' ? '' : node.property.name;
  return `${nameOf(node.object)}.${property}`;
}

function rootOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
