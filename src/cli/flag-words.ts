/** How a flag is spelled: on the command line, in options, in messages. */
import type { Argument, Flag } from '../commands/command.ts';

/** `record-collision` as the options of a command know it: `recordCollision`. */
export function optionName(flagName: string): string {
  return flagName.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `--seed <SEED>`, or `--json` where no value follows. */
export function flagUsage(flag: Flag): string {
  return flag.type.kind === 'switch' ? `--${flag.name}` : `--${flag.name} ${placeholderOf(flag)}`;
}

function placeholderOf(flag: Flag): string {
  return `<${flag.name.replaceAll('-', '_').toUpperCase()}>`;
}

export function argumentUsage(argument: Argument): string {
  const words = argument.name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
  const name = argument.holds === 'selector' ? 'RUN_OR_TRACE' : words;
  const dots = argument.variadic === true ? '...' : '';
  return argument.required ? `<${name}>${dots}` : `[${name}]${dots}`;
}

/** The members of a flag or argument with a closed set of values. */
export function valuesOf(flag: Flag): readonly string[] | undefined {
  return flag.type.kind === 'choice' || flag.type.kind === 'list' ? flag.type.values : undefined;
}
