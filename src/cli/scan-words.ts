/**
 * Reads the command line from left to right and sorts it into command words, flags and arguments.
 * The first mistake is remembered instead of thrown, because a later --help still deserves help.
 */
import { FozzyError } from '../base/problem.ts';
import type { Command, Flag, Options } from '../commands/command.ts';
import { notApplicable } from '../commands/check-applicable.ts';
import { findCommand } from './find-command.ts';
import { flagUsage, optionName } from './flag-words.ts';
import { backendFlags, globalFlags } from './global-flags.ts';
import type { FlagValue } from './parse-value.ts';
import { parseValue } from './parse-value.ts';
import { didYouMean } from './propose.ts';

export interface Scan {
  readonly words: readonly string[];
  readonly positionals: readonly string[];
  readonly globals: Options;
  readonly options: Options;
  readonly help: boolean;
  readonly version: boolean;
  /** A word that is no command: then there is nothing to give help about either. */
  readonly lost: boolean;
  readonly problem: FozzyError | undefined;
}

export function scanWords(argv: readonly string[], commands: readonly Command[]): Scan {
  const scanner = new Scanner(argv, commands);
  while (scanner.step());
  return scanner;
}

/** One spelling of a flag: `--no-<name>` of a switch stands for false. */
interface Spelling {
  readonly flag: Flag;
  readonly global: boolean;
  readonly value: boolean;
}

class Scanner implements Scan {
  readonly words: string[] = [];
  readonly positionals: string[] = [];
  readonly globals: Record<string, FlagValue> = {};
  readonly options: Record<string, FlagValue> = {};
  help = false;
  version = false;
  lost = false;
  problem: FozzyError | undefined;
  #command: Command | undefined;
  #next = 0;
  readonly #argv: readonly string[];
  readonly #commands: readonly Command[];

  constructor(argv: readonly string[], commands: readonly Command[]) {
    this.#argv = argv;
    this.#commands = commands;
  }

  step(): boolean {
    const word = this.#argv[this.#next];
    if (word === undefined) return false;
    this.#next += 1;
    try {
      this.#take(word);
    } catch (error) {
      if (!(error instanceof FozzyError)) throw error;
      this.problem ??= error;
    }
    return true;
  }

  #take(word: string): void {
    if (word === '--') this.#takeRest();
    else if (word === '-h' || word === '--help') this.help = true;
    else if ((word === '-V' || word === '--version') && this.words.length === 0) this.version = true;
    else if (word.startsWith('--')) this.#takeFlag(word);
    else if (isShortFlag(word)) throw this.#unexpected(word);
    else this.#takeWord(word);
  }

  #takeRest(): void {
    const rest = this.#argv.slice(this.#next);
    this.#next = this.#argv.length;
    for (const word of rest) this.#takeWord(word);
  }

  #takeWord(word: string): void {
    if (this.#command !== undefined) {
      this.positionals.push(word);
      return;
    }
    if (word === 'help' && this.words.length === 0) {
      this.help = true;
      return;
    }
    if (!this.lost) this.#takeCommandWord(word);
  }

  #takeCommandWord(word: string): void {
    this.lost = true;
    const found = findCommand([...this.words, word], this.#commands);
    this.lost = false;
    this.words.push(word);
    if (found.kind === 'command') this.#command = found.command;
  }

  #takeFlag(word: string): void {
    const equals = word.indexOf('=');
    const name = word.slice(2, equals === -1 ? undefined : equals);
    const spelling = this.#spellings().get(name);
    if (spelling === undefined) throw this.#unknownFlag(`--${name}`, name);
    const given = equals === -1 ? undefined : word.slice(equals + 1);
    this.#assign(spelling, this.#valueOf(spelling, given));
  }

  #valueOf(spelling: Spelling, given: string | undefined): FlagValue {
    if (spelling.flag.type.kind === 'switch') return given === undefined ? spelling.value : parseValue(spelling.flag, given);
    if (given !== undefined) return parseValue(spelling.flag, given);
    const next = this.#argv[this.#next];
    if (next === undefined || next === '--' || next.startsWith('--') || isShortFlag(next)) throw missingValue(spelling.flag);
    this.#next += 1;
    return parseValue(spelling.flag, next);
  }

  #assign({ flag, global }: Spelling, value: FlagValue): void {
    const target = global ? this.globals : this.options;
    const name = optionName(flag.name);
    const earlier = target[name];
    if (earlier === undefined) target[name] = value;
    else if (Array.isArray(earlier) && Array.isArray(value)) target[name] = [...earlier, ...value];
    else if (flag.type.kind !== 'switch') throw repeated(flag);
    else if (earlier !== value) throw contradiction(flag);
  }

  #spellings(): ReadonlyMap<string, Spelling> {
    return new Map([...spellingsOf(this.#command?.flags ?? [], false), ...spellingsOf([...globalFlags, ...backendFlags], true)]);
  }

  #unknownFlag(word: string, name: string): FozzyError {
    const takers = this.#commands.filter((command) => spellingsOf(command.flags, false).some(([spelling]) => spelling === name));
    if (takers.length === 0) return this.#unexpected(word);
    if (this.#command !== undefined) return notApplicable(word, this.#command, takers);
    const first = takers[0]?.words.join(' ') ?? '';
    return new FozzyError('usage', `unexpected argument '${word}'`, {
      hint: `${word} belongs after its command, as in \`fozzy ${first} ${word}\``,
      details: { argument: word },
    });
  }

  #unexpected(word: string): FozzyError {
    const known = [...this.#spellings().keys(), 'help', ...(this.words.length === 0 ? ['version'] : [])];
    const help = `run \`${['fozzy', ...this.words, '--help'].join(' ')}\``;
    const hint = didYouMean(word.replace(/^-+/, ''), known, (name) => `--${name}`) ?? help;
    return new FozzyError('usage', `unexpected argument '${word}'`, { hint, details: { argument: word } });
  }
}

function spellingsOf(flags: readonly Flag[], global: boolean): (readonly [string, Spelling])[] {
  return flags.flatMap((flag) => {
    const names = [flag.name, ...(flag.aliases ?? [])];
    const positive = names.map((name) => [name, { flag, global, value: true }] as const);
    if (flag.type.kind !== 'switch' || flag.type.negatable !== true) return positive;
    return [...positive, ...names.map((name) => [`no-${name}`, { flag, global, value: false }] as const)];
  });
}

/** A negative number is a value; there are no short flags but -h and -V. */
function isShortFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-' && !/^-\d/.test(word);
}

function missingValue(flag: Flag): FozzyError {
  return new FozzyError('usage', `a value is required for '${flagUsage(flag)}' but none was supplied`, { hint: flag.about });
}

function repeated(flag: Flag): FozzyError {
  return new FozzyError('usage', `the argument '${flagUsage(flag)}' cannot be used multiple times`, { hint: `give --${flag.name} once` });
}

function contradiction(flag: Flag): FozzyError {
  return new FozzyError('usage', `the argument '--${flag.name}' cannot be used with '--no-${flag.name}'`, { hint: 'drop one of them' });
}
