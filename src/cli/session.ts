/** One process, one command line: ties the real terminal, signals and the table together, and ends with nothing lost. */
import { asFozzyError } from '../commands/as-fozzy-error.ts';
import { commands } from '../commands/table.ts';
import { dispatch } from './dispatch.ts';
import type { Output } from './output.ts';
import { flushStreams, processTerminal, watchStdout } from './process-terminal.ts';
import { watchSignals } from './signals.ts';

export async function runSession(argv: readonly string[]): Promise<void> {
  const terminal = processTerminal();
  const refusal = watchStdout();
  let output: Output | undefined;
  const end = async (exitCode: number) => {
    process.exitCode ??= exitCode;
    await flushStreams();
    const refused = refusal();
    if (refused !== undefined) {
      output?.error(refused);
      process.exitCode = refused.exitCode;
      await flushStreams();
    }
    // A connection or timer that a library left open must not keep the process, but what was said must have arrived.
    process.exit();
  };
  const watch = watchSignals(() => output?.settle());
  const speak = (next: Output) => {
    output = next;
  };
  // Only a defect gets here: a failure nobody awaited. The first one is told and ends the process; what follows from it is not news.
  process.on('uncaughtException', (thrown) => {
    if (process.exitCode !== undefined) return;
    const error = asFozzyError(thrown);
    output?.error(error);
    void end(error.exitCode);
  });
  if (argv[0] === '__complete') {
    const { printCandidates } = await import('./complete.ts');
    await end(await printCandidates(argv.slice(1), terminal, commands));
  } else {
    await end(await dispatch(argv, { terminal, signal: watch.signal, commands, speak }));
  }
}
