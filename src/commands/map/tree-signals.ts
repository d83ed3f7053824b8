/** Signals of TypeScript and JavaScript, counted on the syntax tree: what stands in comments, strings and types counts nothing. */
import { childrenOf, literalText } from '../../sim/load/syntax.ts';
import type { ESTree, SyntaxNode } from '../../sim/load/native.ts';
import { lastOf, nameOf, rootOf } from './dotted-name.ts';
import { OutsideNames } from './outside-names.ts';
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
  const counter = new Counter(new OutsideNames(program));
  counter.visit(program);
  return { ...counter.counts, entrypoint: counter.counts.entrypoint + (text.startsWith('#!') ? 1 : 0), lineCount: linesOf(text) };
}

class Counter {
  readonly counts = { branch: 0, concurrency: 0, external: 0, failure: 0, memory: 0, entrypoint: 0 };
  readonly #outside: OutsideNames;

  constructor(outside: OutsideNames) {
    this.#outside = outside;
  }

  /** Without recursion: generated files nest deeper than the stack. */
  visit(root: SyntaxNode): void {
    const open: SyntaxNode[] = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      this.#count(node);
      // One after the other: a table of data in a source file may have more items than the stack has room for.
      for (const child of childrenOf(node)) open.push(child);
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
        this.#made(node);
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

  #made({ callee }: ESTree.NewExpression): void {
    const name = nameOf(callee);
    if (LIVE_OBJECTS.has(name)) this.counts.concurrency += 1;
    if (OUTSIDE_OBJECTS.has(name)) this.counts.external += 1;
    if (CONTAINERS.has(name) || /(?:Int|Uint|Float)\d+(?:Clamped)?Array$/u.test(name)) this.counts.memory += 1;
    if (name === 'AbortController') this.counts.failure += 1;
    if (this.#outside.has(callee)) this.counts.external += 1;
  }

  #called(node: ESTree.CallExpression): void {
    const { counts } = this;
    const name = nameOf(node.callee);
    const root = rootOf(name);
    const last = lastOf(name);
    if (SCHEDULERS.has(last) || name === 'process.nextTick' || root === 'Atomics') counts.concurrency += 1;
    if (root === 'Promise' && COMBINATORS.has(last)) counts.concurrency += 1;
    if (last === 'postMessage') counts.concurrency += 1;
    if (name === 'fetch' || this.#outside.has(node.callee)) counts.external += 1;
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
