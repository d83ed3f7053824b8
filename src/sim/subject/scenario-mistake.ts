/** What can be wrong with a simulation before anything of it was judged, told with its place and the next thing to do. */
import { shellWord } from '../../base/shell-word.ts';
import { nearest } from '../../base/nearest.ts';
import { FozzyError } from '../../base/problem.ts';
import { describeError } from '../describe-error.ts';
import { mappedMessage, placeIn } from './stack-place.ts';

const SHAPE = "a simulation file exports what `simulation('name', (sim) => { … })` returns, as default or by name";

export function loadThrew(file: string, path: string, error: unknown, map: MapStack): FozzyError {
  const { text, stack } = mapped(error, map);
  return new FozzyError('module_load_failed', `${placed(file, path, stack)}: the file threw while it was loaded: ${text}`, {
    hint: loadHint(text),
    details: { path: file, ...stackDetail(stack) },
    cause: error,
  });
}

export function loadWaits(file: string): FozzyError {
  return new FozzyError('scenario_invalid', `${file}: the file waits (await) at its top level, so nothing of it can be run`, {
    hint: 'move the await into a client, or into the program of a node',
    details: { path: file, problems: [] },
  });
}

export function defineThrew(file: string, path: string, error: unknown, map: MapStack): FozzyError {
  const { text, stack } = mapped(error, map);
  return new FozzyError('scenario_invalid', `${placed(file, path, stack)}: the simulation could not be declared: ${text}`, {
    hint: 'correct the line; what may fail while the world runs belongs into a node, a client or a check',
    details: { path: file, problems: [], ...stackDetail(stack) },
    cause: error,
  });
}

export function definePromised(file: string, name: string, result: Promise<unknown>): FozzyError {
  // Its end no longer matters to anybody.
  result.catch(() => undefined);
  return new FozzyError('scenario_invalid', `${file}: the function of simulation '${name}' returned a promise; it must be synchronous`, {
    hint: 'remove `async`, and put what has to wait into sim.client(…), sim.finally(…) or the program of a node',
    details: { path: file, problems: [] },
  });
}

export function nothingExported(file: string, names: readonly string[]): FozzyError {
  const found = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`;
  return new FozzyError('scenario_invalid', `${file} exports no simulation (${found})`, {
    hint: SHAPE,
    details: { path: file, problems: [] },
  });
}

export function sameNameTwice(file: string, name: string): FozzyError {
  return new FozzyError('scenario_invalid', `${file} exports two simulations with the name '${name}'`, {
    hint: 'give each simulation of a file a name of its own',
    details: { path: file, problems: [] },
  });
}

export function notThere(file: string, wanted: string, names: readonly string[]): FozzyError {
  const near = nearest(wanted, names);
  return new FozzyError('usage', `${file} has no simulation '${wanted}'`, {
    hint: near === undefined ? `it has: ${listed(names)}` : `did you mean '${near}'? It has: ${listed(names)}`,
    details: { path: file, simulations: [...names] },
  });
}

export function chooseOne(file: string, names: readonly string[], command: string): FozzyError {
  return new FozzyError('usage', `${file} holds ${names.length} simulations: ${listed(names)}`, {
    hint: `choose one: \`fozzy ${command} ${shellWord(file)} --only ${shellWord(names[0] ?? '')}\`, or run them all with \`fozzy test ${shellWord(file)}\``,
    details: { path: file, simulations: [...names] },
  });
}

/** A program of a node that cannot be loaded: told where the scenario names it. */
export function entryFailed(failure: FozzyError, node: string, entry: string, place: string | undefined): FozzyError {
  const at = place === undefined ? '' : `${place}: `;
  return new FozzyError(failure.code, `${at}the program '${entry}' of node '${node}' cannot be loaded: ${failure.message}`, {
    hint: failure.hint,
    ...(failure.details === undefined ? {} : { details: failure.details }),
    cause: failure,
  });
}

/** The frames of a stack where the user wrote them. */
export type MapStack = (stack: string) => string;

function mapped(error: unknown, map: MapStack): { readonly text: string; readonly stack: string } {
  const { text, stack } = describeError(error);
  return { text: mappedMessage(text, stack, map), stack: map(stack) };
}

function loadHint(text: string): string {
  if (isUnlinked(text)) return 'correct the name in the import, or export it from that file';
  // The language says so of names of the same file, too, but at the top level it nearly always is a circle.
  if (/^ReferenceError: Cannot access '.*' before initialization/u.test(text))
    return 'if two files import each other, one of them runs before the other has its values: move what both need into a third';
  return 'the top level of a simulation file runs in the simulated world, once per run; correct the line, then run the command again';
}

/** An import that asks for what is not there fails before a line of the file has run. */
function isUnlinked(text: string): boolean {
  return text.startsWith('SyntaxError: The requested module');
}

/** Frames that lie in no file are the engine's own; a stack without any other tells nothing. */
function stackDetail(stack: string): { readonly stack?: string } {
  const lines = stack.split('\n').filter((line) => !/^\s*at .*\(<anonymous>\)$/u.test(line));
  return lines.some((line) => /^\s*at /u.test(line)) ? { stack: lines.join('\n') } : {};
}

function listed(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/** In the scenario itself if it is anywhere in the stack, otherwise in whatever file of the user is. */
function placed(file: string, path: string, stack: string): string {
  const at = placeIn(stack, (candidate) => candidate.startsWith('/') && !candidate.includes('/node_modules/'));
  if (at === undefined) return file;
  return `${at.file === path ? file : at.file}:${at.line}:${at.column}`;
}
