/** Looks at running code for an explanation: its stack, and the moments at which promises show what would otherwise run unseen. */
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promiseHooks } from 'node:v8';
import type { Eyes } from '../../campaign/explain/witness.ts';
import type { BlockWatch } from '../../sim/load/block-watch.ts';
import { frameOf } from '../../sim/subject/stack-place.ts';
import type { CodePlace } from '../../report/explanation.ts';
import { projectPath } from '../project-path.ts';

/** Below the code of the user lie the frames of whatever it called, and those must not push it out. */
const FRAMES_MAX = 100;

export function eyesOn(blocks: BlockWatch | undefined): Eyes {
  return { readStack, readBlocks: () => blocks?.look() ?? [], watch };
}

function readStack(): string | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES_MAX;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = before;
  const frames = stack.split('\n').slice(1).filter(isOutside);
  return frames.length === 0 ? undefined : frames.join('\n');
}

function watch(look: () => void): () => void {
  const stop: unknown = promiseHooks.createHook({ init: look, settled: look });
  return () => {
    if (typeof stop === 'function') Reflect.apply(stop, undefined, []);
  };
}

/** The folder all code of Fozzy lies in, as source and as a build. */
const own = fileURLToPath(import.meta.url).replace(/\/(?<folder>src|dist)\/.*$/u, '/$<folder>/');

function isOutside(frame: string): boolean {
  const file = frameOf(frame)?.file;
  return file !== undefined && isAbsolute(file) && !file.startsWith(own);
}

/** The lines of the project in a stack, innermost first; those of packages only where there is nothing else. */
export function placesOf(stack: string | undefined, mapStack: (stack: string) => string, root: string): readonly CodePlace[] {
  if (stack === undefined) return [];
  const frames = mapStack(stack)
    .split('\n')
    .flatMap((line) => frameOf(line) ?? [])
    .filter(({ file }) => file.startsWith(`${root}/`));
  const written = frames.filter(({ file }) => !file.includes('/node_modules/'));
  return (written.length > 0 ? written : frames).map(({ file, line, column, name }) => {
    return { file: projectPath(file, root), line, column, ...(name === undefined ? {} : { function: name }) };
  });
}
