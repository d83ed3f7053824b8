/** Runs `gate` and `full` with a hand on the project between two steps, so that each check can be broken alone. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTrace } from '../../src/trace/decode.ts';
import { encodeTrace } from '../../src/trace/encode.ts';
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

/** Breaks a thing and says how to mend it again. */
export type Breakage = (folder: string) => () => void;

/** A file of the work replaced for a while; one that is not there is made for a while. */
export function replaced(name: string, change: string | ((text: string) => string)): Breakage {
  return (folder) => {
    const path = join(folder, name);
    const content = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    writeFileSync(path, typeof change === 'string' ? change : change(content ?? ''));
    return () => (content === undefined ? rmSync(path) : writeFileSync(path, content));
  };
}

/** A recording, sealed again, in which the last step ends later than it did. */
export function slower(text: string): string {
  const { document } = decodeTrace(text, 'primary.fozzy');
  const end = document.events.findLastIndex(({ name }) => name === 'span_end');
  const events = document.events.map((event, index) => (index < end ? event : { ...event, time_ms: event.time_ms + 7 }));
  return [...encodeTrace({ ...document, events })].join('');
}

/** Whoever needs a temporary folder has none. */
export const withoutTemporaryFolder: Breakage = () => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/nowhere/at/all';
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  };
};

/** `before` is called with the folder of the work when a step of that name begins; what `broken` names is broken during that step only. */
export async function work(
  cwd: string,
  name: 'gate' | 'full',
  options: CommandOptions = {},
  {
    before = {},
    broken = {},
    strict = true,
    backends = {},
  }: {
    readonly before?: Sabotage;
    readonly broken?: Readonly<Record<string, Breakage>>;
    readonly strict?: boolean;
    readonly backends?: { readonly proc?: 'host' };
  } = {},
): Promise<Work> {
  let mend: (() => void) | undefined;
  const { document, exitCode } = await performCommand(name, options, {
    cwd,
    strict,
    backends,
    onProgress: (event) => {
      if (event.event === 'step_started') {
        before[event.step]?.(folderOf(cwd));
        mend = broken[event.step]?.(folderOf(cwd));
      }
      if (event.event === 'step_finished') mend?.();
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
