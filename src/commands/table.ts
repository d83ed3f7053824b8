/** Every command of Fozzy, in the order people meet them. Metadata only: what a command does is loaded when it is asked for. */
import type { Command } from './command.ts';
import { completions } from './completions.ts';
import { env } from './env.ts';
import { run } from './run.ts';
import { schema } from './schema.ts';
import { usage } from './usage.ts';
import { validate } from './validate.ts';
import { version } from './version.ts';

export const commands: readonly Command[] = [run, validate, env, schema, usage(() => commands), completions, version];
