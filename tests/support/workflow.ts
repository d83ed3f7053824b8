/** Runs `gate` and `full` with a hand on the project between two steps, so that each check can be broken alone. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandOptions, performCommand } from './built.ts';

export interface Step {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
}

export interface Work {
  readonly exitCode: number;
  readonly steps: readonly Step[];
  readonly ended: (name: string) => string | undefined;
  readonly failed: readonly string[];
  readonly document: Readonly<Record<string, unknown>>;
}

export type Sabotage = Readonly<Record<string, (folder: string) => void>>;

/** `before` is called with the folder of the work when a step of that name begins. */
export async function work(
  cwd: string,
  name: 'gate' | 'full',
  options: CommandOptions = {},
  {
    before = {},
    strict = true,
    backends = {},
  }: { readonly before?: Sabotage; readonly strict?: boolean; readonly backends?: { readonly proc?: 'host' } } = {},
): Promise<Work> {
  const { document, exitCode } = await performCommand(name, options, {
    cwd,
    strict,
    backends,
    onProgress: (event) => {
      if (event.event === 'step_started') before[event.step]?.(folderOf(cwd));
    },
  });
  // Reason for the cast: both commands answer with a list of steps.
  const report = document as { readonly steps: readonly Step[] };
  const { steps } = report;
  return {
    exitCode,
    steps,
    ended: (step) => steps.find((each) => each.name === step)?.status,
    failed: steps.filter(({ status }) => status === 'failed').map((step) => step.name),
    document: { ...report },
  };
}

function folderOf(cwd: string): string {
  const cache = join(cwd, '.fozzy/cache');
  return join(cache, (existsSync(cache) ? readdirSync(cache) : []).at(-1) ?? '');
}
