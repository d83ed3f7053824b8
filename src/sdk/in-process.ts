/** Calls in this process: the engine itself, without a program in between. */
import { asJson } from '../base/as-json.ts';
import { prettyJson } from '../base/canonical-json.ts';
import { FozzyError as EngineError } from '../base/problem.ts';
import { performCommand } from '../commands/perform-command.ts';
import { commandWords } from './command-words.ts';
import { thrownBy } from './errors.ts';
import type { Call, ClientOptions, Transport } from './transport.ts';

export function inProcess(client: ClientOptions): Transport {
  return async ({ command, options, signal, onProgress, onWarning }: Call) => {
    const { cwd, config, log, strict, backends } = client;
    const commandLine = commandWords(command, options, client);
    try {
      if (signal?.aborted === true) throw new EngineError('interrupted', 'the call was cancelled before it began');
      const { document } = await performCommand(command, options, {
        commandLine,
        ...(cwd === undefined ? {} : { cwd }),
        ...(config === undefined ? {} : { config }),
        ...(strict === undefined ? {} : { strict }),
        ...(backends === undefined ? {} : { backends }),
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(onWarning === undefined || log === 'error' ? {} : { onWarning }),
      });
      // Through JSON, like the other transport: without undefined members, in the same order. Whatever a command answers with is an object.
      return JSON.parse(prettyJson(asJson(document))) as object;
    } catch (error) {
      throw thrownBy(error, signal);
    }
  };
}
