/**
 * The entry of the command line. Asking for the version is the most frequent call from scripts and
 * loads nothing else; everything more is imported when it is needed.
 */
import { buildInfo } from '../commands/build-info.ts';

void main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  if (argv.length !== 1 || (argv[0] !== '--version' && argv[0] !== '-V')) return (await import('./session.ts')).runSession(argv);
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 2; // such as a full disk
  });
  process.stdout.write(`fozzy ${buildInfo.version}\n`);
}
