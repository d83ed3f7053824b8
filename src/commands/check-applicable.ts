/** Refuses flags that Fozzy knows but the given command cannot honour. */
import { FozzyError } from '../base/problem.ts';
import type { Command } from './command.ts';
import type { BackendFlags } from './context.ts';

export function checkApplicable(command: Command, backends: BackendFlags, commands: readonly Command[]): void {
  for (const [capability, backend] of Object.entries(backends)) {
    const flag = `--${capability}-backend`;
    if (command.backends === undefined)
      throw notApplicable(
        flag,
        command,
        commands.filter((candidate) => candidate.backends !== undefined),
      );
    if (command.backends === 'refused' && backend === 'host') throw neverOnHost(flag, command, commands);
  }
}

export function notApplicable(flag: string, command: Command, takers: readonly Command[]): FozzyError {
  const names = takers.map((taker) => taker.words.join(' '));
  return new FozzyError('flag_not_applicable', `'${flag}' does not apply to \`fozzy ${command.words.join(' ')}\``, {
    hint: names.length === 0 ? `drop ${flag}` : `${flag} is taken by ${names.join(', ')}`,
    details: { flag, commands: names },
  });
}

function neverOnHost(flag: string, command: Command, commands: readonly Command[]): FozzyError {
  const hosts = commands.filter((candidate) => candidate.backends === 'host').map((candidate) => candidate.words.join(' '));
  return new FozzyError(
    'backend_not_supported',
    `\`fozzy ${command.words.join(' ')}\` never uses the host; '${flag} host' cannot be honoured`,
    {
      hint: `drop ${flag}, or use one of ${hosts.join(', ')}`,
      details: { flag, commands: hosts },
    },
  );
}
