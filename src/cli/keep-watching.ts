/**
 * `--watch`: the same command again whenever a file of the project changes. A mistake in a file is told and waited out like any other verdict,
 * because the next change may mend it. While nothing happens Ctrl-C ends it, with the exit code of the last verdict.
 */
import { resolve } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { asFozzyError } from '../commands/as-fozzy-error.ts';
import type { CommandResult, Options } from '../commands/command.ts';
import { FolderWatch } from '../commands/watch-folder.ts';
import { countText } from '../report/quantity.ts';
import type { Output } from './output.ts';
import type { Surroundings } from './surroundings.ts';

export interface Watching {
  /** Anew for every round, because the config may be what was edited. */
  readonly surroundings: () => Promise<Surroundings>;
  readonly signal: AbortSignal;
  /** The output that is in use by now. */
  readonly output: () => Output;
  readonly perform: (options: Options) => Promise<CommandResult>;
}

export async function keepWatching(options: Options, { surroundings, signal, output, perform }: Watching): Promise<number> {
  const { cwd, config } = await surroundings();
  const { reporter = [config.reporter] } = options;
  if (output().json || (Array.isArray(reporter) && reporter.includes('json'))) throw endless();
  const watch = new FolderWatch(cwd);
  watch.ignore(writtenBy(options, cwd));
  try {
    let asked = options;
    const attempt = async () => {
      watch.ignore([resolve(cwd, (await surroundings()).config.baseDir)]);
      return perform(asked);
    };
    for (;;) {
      const round = await verdict(attempt, output, signal);
      asked = { ...asked, seed: asked['seed'] ?? round.seed };
      output().stderrLine(`watching ${cwd}, Ctrl-C ends`);
      const changed = await watch.next(signal);
      if (signal.aborted) return round.exitCode;
      const [first = '', ...others] = changed;
      output().stderrLine(`\nchanged: ${first}${others.length === 0 ? '' : ` and ${countText(others.length, 'other file')}`}`);
    }
  } finally {
    watch.close();
  }
}

interface Round {
  readonly exitCode: number;
  /** So that the next round differs from this one by the change alone. */
  readonly seed: string | undefined;
}

async function verdict(perform: () => Promise<CommandResult>, output: () => Output, signal: AbortSignal): Promise<Round> {
  try {
    const { exitCode, document } = await perform();
    return { exitCode, seed: seedOf(document) };
  } catch (thrown) {
    const error = asFozzyError(thrown, signal);
    // Neither a signal nor a wrong word on the command line goes away by editing files.
    if (signal.aborted || error.code === 'usage' || error.code === 'flag_not_applicable') throw error;
    output().error(error);
    return { exitCode: error.exitCode, seed: undefined };
  }
}

function seedOf(document: object): string | undefined {
  const { identity } = document as { readonly identity?: { readonly seed?: string } }; // a summary; other documents have none
  return identity?.seed;
}

/** Whoever reads one document waits for its end, which never comes. */
function endless(): FozzyError {
  return new FozzyError('usage', "the argument '--watch' cannot be used with '--json'", {
    hint: 'drop one of them; --reporter ndjson and --reporter NAME=FILE go with --watch',
  });
}

/** Files the command itself writes into the project. */
function writtenBy({ record, reporter }: Options, cwd: string): readonly string[] {
  const reports = Array.isArray(reporter) ? reporter.map((entry: string) => entry.slice(`${entry}=`.indexOf('=') + 1)) : [];
  return [record, ...reports].flatMap((path) => (typeof path === 'string' && path !== '' ? [resolve(cwd, path)] : []));
}
