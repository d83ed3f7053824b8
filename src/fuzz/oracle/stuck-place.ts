/**
 * Where a call that does not come back is stuck, told so that the same endless loop is the same place whenever and wherever in it somebody looks:
 * the outermost loop that still goes round. What hangs inside of the engine, such as a regular expression, is the line that asked for it.
 */
import { fileURLToPath } from 'node:url';
import { lineIndex, type Position } from '../../base/line-index.ts';
import type { ModuleCode } from '../../sim/load/module-code.ts';
import type { Native, SyntaxNode } from '../../sim/load/native.ts';
import type { SourcePlaces, TracedPlace } from '../../sim/load/source-places.ts';
import { childrenOf } from '../../sim/load/syntax.ts';

const FRAMES = 3;
const TEXT_MAX = 100;

export interface StuckParts {
  readonly native: Native;
  /** Of everything that is loaded. */
  readonly places: readonly SourcePlaces[];
  /** Absolute. */
  readonly root: string;
  /** What two looks at the counters have shown, if there were two. */
  readonly watch: { readonly anyMoved: boolean; hasMoved(counters: Uint16Array, site: number): boolean } | undefined;
}

interface Frame {
  /** File below the root, and the function. */
  readonly name: string;
  readonly traced: TracedPlace | undefined;
}

interface Loop {
  readonly from: Position;
  readonly to: Position;
  /** The innermost function around it, by where it begins. */
  readonly owner: number;
  /** Its head as it is written, with a number where there are several like it. */
  readonly text: string;
  readonly site: number;
}

/** The stack is as the engine tells it. */
export function stuckPlace(stack: string, parts: StuckParts): readonly string[] {
  const lines = stack.split('\n').filter((line) => /^\s+at /u.test(line));
  const frames = lines.flatMap((line) => frameOf(line, parts) ?? []);
  const [innermost] = frames;
  if (innermost === undefined) return [];
  const { watch } = parts;
  if (watch?.anyMoved === true) {
    for (const [index, frame] of frames.toReversed().entries()) {
      const loop = loopsAround(frame, parts).find(({ site, code }) => watch.hasMoved(code.counters, site));
      if (loop !== undefined) return placed(frames.slice(frames.length - 1 - index), loop.text);
    }
    // Calls that call each other: where one of them is cut is chance.
    return [...new Set(frames.map(({ name }) => name))].toSorted().slice(0, FRAMES);
  }
  const inside = /^\s+at (?<name>[\w.$ ]+) \(<anonymous>\)$/u.exec(lines.find((line) => !isOurs(line)) ?? '')?.groups?.['name'];
  const around = inside === undefined ? loopsAround(innermost, parts)[0] : undefined;
  const text = around?.text ?? lineOf(innermost.traced);
  return placed(frames, inside === undefined ? text : `${inside}: ${text}`);
}

function placed([first, ...callers]: readonly Frame[], text: string): readonly string[] {
  return [`${first?.name ?? ''}: ${text}`, ...callers.slice(0, FRAMES - 1).map(({ name }) => name)];
}

/** Frames of whoever looks stand on top of those of the call. */
function isOurs(line: string): boolean {
  return /\bat <anonymous>:|\bat new OutOfFuel\b|\/(?:dist|src)\/(?:packs?|fuzz|sim)\b/u.test(line);
}

function frameOf(line: string, { places, root }: StuckParts): Frame | undefined {
  const match = /^\s+at (?:async )?(?:(?<name>.*?) \()?(?<file>(?:file:\/\/)?\/[^():]*):(?<row>\d+):(?<column>\d+)\)?$/u.exec(line);
  const { name = '', file = '', row = '0', column = '0' } = match?.groups ?? {};
  const position = { line: Number(row), column: Number(column) };
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  for (const each of places) {
    const traced = each.trace(path, position);
    if (traced === undefined || !traced.code.path.startsWith(`${root}/`)) continue;
    const told = name.replace(/^new /u, '').replace(/ \[as .*\]$/u, '');
    return { name: `${traced.code.path.slice(root.length + 1)} ${told}`, traced };
  }
  return undefined;
}

/** The loops of its function that a frame is in, the outermost first. */
function loopsAround({ traced }: Frame, { native }: StuckParts): readonly (Loop & { readonly code: ModuleCode })[] {
  if (traced === undefined) return [];
  const { code, plain, at } = traced;
  const around = loopsOf(code, plain, native).filter(({ from, to }) => !isBefore(at, from) && isBefore(at, to));
  const owner = Math.max(...around.map((loop) => loop.owner));
  return around.filter((loop) => loop.owner === owner).map((loop) => ({ ...loop, code }));
}

function loopsOf({ path, shape, format }: ModuleCode, plain: string, native: Native): readonly Loop[] {
  const lines = lineIndex(plain);
  const blocks = shape?.blocks ?? [];
  const loops: Loop[] = [];
  const seen = new Map<string, number>();
  const siteOf = ({ start, end }: SyntaxNode): number => {
    for (let at = 0; at + 1 < blocks.length; at += 2) if (blocks[at] === start && blocks[at + 1] === end) return at / 2;
    return -1;
  };
  const visit = (node: SyntaxNode, owner: number): void => {
    if (isLoop(node)) {
      const head =
        node.type === 'DoWhileStatement'
          ? `do while (${plain.slice(node.test.start, node.test.end)})`
          : plain.slice(node.start, node.body.start);
      const text = shortened(head);
      const count = (seen.get(`${owner} ${text}`) ?? 0) + 1;
      seen.set(`${owner} ${text}`, count);
      const told = count === 1 ? text : `${text} (${count})`;
      loops.push({ from: lines.at(node.start), to: lines.at(node.end), owner, text: told, site: siteOf(node.body) });
    }
    const within = isFunction(node) ? node.start : owner;
    for (const child of childrenOf(node)) visit(child, within);
  };
  for (const statement of native.parse(path, plain, format === 'cjs' ? 'commonjs' : 'module').program.body) visit(statement, -1);
  return loops;
}

type LoopNode = Extract<SyntaxNode, { type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' | 'WhileStatement' | 'DoWhileStatement' }>;

function isLoop(node: SyntaxNode): node is LoopNode {
  return /^(?:For|ForIn|ForOf|While|DoWhile)Statement$/u.test(node.type);
}

function isFunction({ type }: SyntaxNode): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

function lineOf(traced: TracedPlace | undefined): string {
  return shortened(traced?.plain.split('\n')[traced.at.line - 1] ?? '');
}

function shortened(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').slice(0, TEXT_MAX);
}
