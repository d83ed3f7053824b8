/** From V8's call frames to functions as the user knows them: places in the source as it was written, and whose code it is. */
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Frame } from '../../trace/profile/profile.ts';
import { projectPath } from '../project-path.ts';
import { FrameTable } from './stack-tally.ts';

export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** From 0. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Not code: the root of the tree, and time in which none ran. */
const NOT_CODE: ReadonlySet<string> = new Set(['(root)', '(program)', '(idle)', '(V8 API)', '(BYTECODE_COMPILER)']);

export class FrameNames {
  readonly #table = new FrameTable();
  readonly #byPlace = new Map<string, number | undefined>();
  readonly #mapStack: (stack: string) => string;
  readonly #root: string;

  constructor(mapStack: (stack: string) => string, root: string) {
    this.#mapStack = mapStack;
    this.#root = root;
  }

  get frames(): readonly Frame[] {
    return this.#table.frames;
  }

  /** The stack with this frame on top. What calls the user's code is not of interest, so a stack begins with the first frame of it. */
  below(above: readonly number[], callFrame: CallFrame): readonly number[] {
    const number = this.#number(callFrame);
    if (number === undefined) return above;
    const { frames } = this;
    const { origin } = frames[number] ?? {};
    if (above.length === 0 && origin !== 'user' && origin !== 'package') return above;
    // Layers of the simulation between the user's code and what it calls say nothing about the subject; one stands for all of them.
    const last = above.at(-1);
    if (origin === 'engine' && last !== undefined && frames[last]?.origin === 'engine') return above;
    return [...above, number];
  }

  #number(callFrame: CallFrame): number | undefined {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    const place = `${functionName} ${url}:${lineNumber}:${columnNumber}`;
    if (this.#byPlace.has(place)) return this.#byPlace.get(place);
    const frame = NOT_CODE.has(functionName) ? undefined : this.#frameOf(callFrame);
    const number = frame === undefined ? undefined : this.#table.add(frame);
    this.#byPlace.set(place, number);
    return number;
  }

  #frameOf({ functionName, url, lineNumber, columnNumber }: CallFrame): Frame {
    const name = functionName === '' ? '(anonymous)' : functionName;
    if (url === '' || url.startsWith('node:') || builtinModules.includes(url)) {
      return { name, file: url, line: url === '' ? 0 : lineNumber + 1, column: 0, origin: 'node' };
    }
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    const mapped = this.#mapStack(`Error\n    at ${NEUTRAL} (${path}:${lineNumber + 1}:${columnNumber + 1})`);
    const at = /\((?<file>.*):(?<line>\d+):(?<column>\d+)\)$/u.exec(mapped)?.groups;
    // Frames of Fozzy itself are dropped from stacks.
    if (at === undefined) return { name: 'fozzy', file: '', line: 0, column: 0, origin: 'engine' };
    const file = at['file'] ?? path;
    const origin = file.includes('/node_modules/') ? 'package' : file.startsWith(`${this.#root}/`) ? 'user' : 'engine';
    if (origin === 'engine') return { name: 'fozzy', file: '', line: 0, column: 0, origin };
    return { name, file: projectPath(file, this.#root), line: Number(at['line']), column: Number(at['column']), origin };
  }
}

/** Any name: only the place is mapped. */
const NEUTRAL = 'frame';
