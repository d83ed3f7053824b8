/** What the text of a source file says about how much can go wrong in it, and the risk that follows from it. */
import { countText } from '../../report/quantity.ts';

export interface Signals {
  /** Places at which control flow divides. */
  readonly branch: number;
  /** Places at which something else can happen in between. */
  readonly concurrency: number;
  /** Uses of the world outside the program. */
  readonly external: number;
  /** Errors that are made, caught or tried again; time limits. */
  readonly failure: number;
  /** Containers and buffers that are made. */
  readonly memory: number;
  /** Ways into the program. */
  readonly entrypoint: number;
  readonly lineCount: number;
}

const LONG_LINES = 500;
const LONGISH_LINES = 250;

/** 0 to 100. */
export function riskOf({ branch, concurrency, external, failure, memory, entrypoint, lineCount }: Signals): number {
  const size = lineCount > LONG_LINES ? 7 : lineCount > LONGISH_LINES ? 4 : 0;
  const risk =
    Math.min(branch, 30) +
    Math.min(6 * concurrency, 30) +
    Math.min(5 * external, 25) +
    Math.min(3 * failure, 15) +
    (memory > 2 ? 8 : 0) +
    (entrypoint > 0 ? 5 : 0) +
    size;
  return Math.min(100, risk);
}

/** Why a file is as risky as it is, the weightiest first. */
export function reasonsOf(signals: Signals): readonly string[] {
  const { branch, concurrency, external, failure, memory, entrypoint, lineCount } = signals;
  const told: readonly (readonly [number, string])[] = [
    [Math.min(branch, 30), countText(branch, 'branch', 'branches')],
    [Math.min(6 * concurrency, 30), countText(concurrency, 'point of concurrency', 'points of concurrency')],
    [Math.min(5 * external, 25), countText(external, 'external effect')],
    [Math.min(3 * failure, 15), countText(failure, 'place that fails, retries or times out', 'places that fail, retry or time out')],
    [memory > 2 ? 8 : 0, `${memory} containers or buffers`],
    [entrypoint > 0 ? 5 : 0, countText(entrypoint, 'entry point')],
    [lineCount > LONG_LINES ? 7 : lineCount > LONGISH_LINES ? 4 : 0, `${lineCount} lines`],
  ];
  return told
    .filter(([weight]) => weight > 0)
    .toSorted(([a], [b]) => b - a)
    .map(([, reason]) => reason);
}

export function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}
