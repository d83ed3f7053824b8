/** What may stand at one place of a command line: command words, flags, their values, scenarios, recorded runs, paths. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareText } from '../base/compare.ts';
import type { Argument, Command, Flag } from '../commands/command.ts';
import { recentRuns } from '../commands/recent-runs.ts';
import { findCommand, nextWords } from './find-command.ts';
import { flagUsage, valuesOf } from './flag-words.ts';
import { backendFlags, globalFlags } from './global-flags.ts';

export interface Candidate {
  readonly value: string;
  readonly about: string;
}

export interface Answer {
  /** Shells treat paths differently: they quote them and go on after a directory. */
  readonly kind: 'words' | 'paths';
  readonly candidates: readonly Candidate[];
}

export interface Question {
  readonly current: string;
  readonly before: readonly string[];
}

export interface CandidateSources {
  readonly commands: readonly Command[];
  readonly cwd: string;
  readonly home: string | undefined;
}

export async function candidatesAt({ current, before }: Question, everywhere: CandidateSources): Promise<Answer> {
  const state = readBefore(before, everywhere.commands);
  const sources = { ...everywhere, cwd: resolve(everywhere.cwd, state.given.get('cwd') ?? '.') };
  if (before.includes('--')) return startingWith(current, await positionalAnswer(current, state, sources));
  if (state.awaiting !== undefined) return startingWith(current, flagValueAnswer(state.awaiting, current, sources));
  const assigned = /^--([^=]+)=(.*)$/s.exec(current);
  if (assigned !== null) return assignedAnswer(assigned[1] ?? '', assigned[2] ?? '', state, sources);
  if (current.startsWith('-')) return startingWith(current, words(flagCandidates(state)));
  if (state.command === undefined) return startingWith(current, words(commandWords(state.words, sources.commands)));
  return startingWith(current, await positionalAnswer(current, state, sources));
}

interface Before {
  readonly words: string[];
  command: Command | undefined;
  readonly positionals: string[];
  readonly used: Set<string>;
  /** The flag whose value is being typed. */
  awaiting: Flag | undefined;
  /** What was said about the place so far; paths and runs are looked for there. */
  readonly given: Map<string, string>;
}

/** A forgiving reading: whatever makes no sense is skipped, because the person is still typing. */
function readBefore(before: readonly string[], commands: readonly Command[]): Before {
  const state: Before = { words: [], command: undefined, positionals: [], used: new Set(), awaiting: undefined, given: new Map() };
  for (const word of before) {
    if (state.awaiting !== undefined) {
      state.given.set(state.awaiting.name, word);
      state.awaiting = undefined;
    } else if (word.startsWith('--') && word !== '--') {
      const [name = '', value] = word.slice(2).split('=', 2);
      const flag = flagsOf(state.command).find((candidate) => candidate.name === name || candidate.aliases?.includes(name) === true);
      state.used.add(flag?.name ?? name);
      if (flag !== undefined && value !== undefined) state.given.set(flag.name, value);
      else if (flag !== undefined && flag.type.kind !== 'switch') state.awaiting = flag;
    } else if (!word.startsWith('-')) {
      takeWord(word, state, commands);
    }
  }
  return state;
}

function takeWord(word: string, state: Before, commands: readonly Command[]): void {
  if (state.command !== undefined) {
    state.positionals.push(word);
  } else if (nextWords(state.words, commands).includes(word)) {
    state.words.push(word);
    const found = findCommand(state.words, commands);
    if (found.kind === 'command') state.command = found.command;
  }
}

function flagsOf(command: Command | undefined): readonly Flag[] {
  const backends = command === undefined || command.backends !== undefined ? backendFlags : [];
  return [...(command?.flags ?? []), ...globalFlags, ...backends];
}

function flagCandidates({ command, used }: Before): Candidate[] {
  const flags = flagsOf(command).filter((flag) => !used.has(flag.name) || flag.type.kind === 'list');
  const spelled = flags.flatMap((flag) => {
    const negated =
      flag.type.kind === 'switch' && flag.type.negatable === true ? [{ value: `--no-${flag.name}`, about: `not: ${flag.about}` }] : [];
    return [{ value: `--${flag.name}`, about: flag.about }, ...negated];
  });
  return [...spelled, { value: '--help', about: 'show help' }];
}

function commandWords(before: readonly string[], commands: readonly Command[]): Candidate[] {
  return nextWords(before, commands).map((word) => {
    const found = findCommand([...before, word], commands);
    return { value: word, about: found.kind === 'command' ? found.command.about : `commands of ${found.words.join(' ')}` };
  });
}

function assignedAnswer(name: string, value: string, state: Before, sources: CandidateSources): Answer {
  const flag = flagsOf(state.command).find((candidate) => candidate.name === name || candidate.aliases?.includes(name) === true);
  if (flag === undefined) return words([]);
  const { kind, candidates } = startingWith(value, flagValueAnswer(flag, value, sources));
  return { kind, candidates: candidates.map((candidate) => ({ ...candidate, value: `--${name}=${candidate.value}` })) };
}

function flagValueAnswer(flag: Flag, current: string, sources: CandidateSources): Answer {
  const values = valuesOf(flag);
  if (values !== undefined && flag.type.kind === 'list') return words(listValues(values, current));
  if (values !== undefined) return words(values.map((value) => ({ value, about: flagUsage(flag) })));
  return flag.type.kind === 'path' ? { kind: 'paths', candidates: pathsAt(current, sources, () => true) } : words([]);
}

/** `a,b,<Tab>` goes on with the members that are not there yet. */
function listValues(values: readonly string[], current: string): Candidate[] {
  const given = current.split(',').slice(0, -1);
  const prefix = given.length === 0 ? '' : `${given.join(',')},`;
  return values.filter((value) => !given.includes(value)).map((value) => ({ value: `${prefix}${value}`, about: '' }));
}

async function positionalAnswer(current: string, state: Before, sources: CandidateSources): Promise<Answer> {
  const declared = state.command?.arguments ?? [];
  const argument = declared[state.positionals.length] ?? declared.findLast((candidate) => candidate.variadic === true);
  if (argument === undefined) return words([]);
  if (argument.values !== undefined) return words(argument.values.map((value) => ({ value, about: argument.about })));
  return argumentAnswer(argument, current, state, sources);
}

async function argumentAnswer({ holds }: Argument, current: string, state: Before, sources: CandidateSources): Promise<Answer> {
  switch (holds) {
    case 'scenario':
      return { kind: 'paths', candidates: pathsAt(current, sources, (name) => name.endsWith('.fozzy.json')) };
    case 'path':
      return { kind: 'paths', candidates: pathsAt(current, sources, () => true) };
    case 'selector': {
      const runs = await recentRuns(sources.cwd, state.given.get('config'));
      return { kind: 'paths', candidates: [...aliases, ...runs, ...pathsAt(current, sources, (name) => name.endsWith('.fozzy'))] };
    }
    default:
      return words([]);
  }
}

const aliases: readonly Candidate[] = [
  { value: 'latest', about: 'the newest run' },
  { value: 'last-pass', about: 'the newest run that passed' },
  { value: 'last-fail', about: 'the newest run that did not pass' },
];

/** Directories always, so that one can walk down; hidden entries only when a dot was typed. */
function pathsAt(current: string, { cwd, home }: CandidateSources, wanted: (name: string) => boolean): Candidate[] {
  const cut = current.lastIndexOf('/') + 1;
  const folder = current.slice(0, cut);
  const start = current.slice(cut);
  const real = folder.startsWith('~/') && home !== undefined ? join(home, folder.slice(2)) : resolve(cwd, folder);
  return entriesOf(real)
    .filter(({ name, directory }) => (directory || wanted(name)) && (start.startsWith('.') || !name.startsWith('.')))
    .map(({ name, directory }) => ({ value: `${folder}${name}${directory ? '/' : ''}`, about: '' }));
}

function entriesOf(folder: string): { readonly name: string; readonly directory: boolean }[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, directory: entry.isDirectory() })).sort((a, b) => compareText(a.name, b.name));
  } catch {
    return [];
  }
}

function words(candidates: readonly Candidate[]): Answer {
  return { kind: 'words', candidates };
}

function startingWith(current: string, { kind, candidates }: Answer): Answer {
  return { kind, candidates: candidates.filter(({ value }) => value.startsWith(current)) };
}
