/**
 * What a verb is: its words, its options as data, and what it means. The table of commands feeds
 * the argument parser, help, completions, the generated reference and the library alike.
 *
 * One file per command, `src/commands/<name>.ts`, exports its `Command`: only words, flags and
 * sentences, so that loading the whole table costs next to nothing. What the verb means stands in
 * `src/commands/<name>/perform.ts` and is imported when it is asked for:
 *
 *     perform: async (options, context) => (await import('./run/perform.ts')).performRun(options, context),
 *
 * A new command is these two files and one line in `table.ts`.
 */
import type { Context } from './context.ts';

export type FlagKind =
  | { readonly kind: 'switch' /** Whether --no-<name> exists. */; readonly negatable?: boolean }
  | { readonly kind: 'text' | 'path' | 'u53' | 'u64' | 'number' | 'duration' | 'bytes' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | {
      readonly kind: 'list';
      /** Allowed members, if closed. */
      readonly values?: readonly string[];
      /** A member may be given something, as in `name=FILE`; then one is given at a time, because what it is given may hold commas. */
      readonly assigns?: string;
    };

export interface Flag {
  /** Long name without dashes, kebab-case. Options use the camelCase form. */
  readonly name: string;
  readonly type: FlagKind;
  /** Shown in help and reference. */
  readonly about: string;
  /** Told to people only: the command itself fills in what was not given, perhaps from the config. */
  readonly default?: string;
  readonly aliases?: readonly string[];
  /** Means something to a person at a terminal only; the library does not know it. */
  readonly forTerminal?: true;
}

export interface Argument {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly variadic?: boolean;
  /** The closed set of words, if there is one. */
  readonly values?: readonly string[];
  /** What a shell may propose: scenario files, recorded runs, any path. */
  readonly holds?: 'scenario' | 'selector' | 'path';
}

/** Parsed options: camelCase flag names and argument names to values. Durations in ms, u64 as decimal text, u53 and bytes as number. */
export interface Options {
  readonly [name: string]: string | number | boolean | readonly string[] | undefined;
}

export interface CommandResult {
  /** The one JSON document of the command; key order is output order. */
  readonly document: object;
  readonly exitCode: number;
  /** What people see instead; raw formats (junit, html …) are printed exactly. */
  readonly text: string;
}

export interface Command {
  /** ['run'], ['trace', 'verify'] … */
  readonly words: readonly string[];
  readonly aliases?: readonly (readonly string[])[];
  readonly about: string;
  /** When to use it, for `usage`; and a command line that works. */
  readonly when: string;
  readonly how: string;
  readonly arguments: readonly Argument[];
  readonly flags: readonly Flag[];
  /** Shows RUN_OR_TRACE and the aliases in help. */
  readonly takesSelector?: boolean;
  /** 'host' = honours backend flags; 'refused' = backend_not_supported for host; absent = flag_not_applicable. */
  readonly backends?: 'host' | 'refused';
  /** False for version, usage, schema: they work in a broken project. */
  readonly loadsConfig: boolean;
  /** A config file named by the user may be missing, because the command will write it. */
  readonly createsConfig?: boolean;
  /** Emits progress events. */
  readonly long?: boolean;
  perform(options: Options, context: Context): Promise<CommandResult>;
}
