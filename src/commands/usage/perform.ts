/** One item per command, straight from the table. */
import { joinLines, paragraph } from '../../report/text-block.ts';
import type { Command, CommandResult } from '../command.ts';
import type { Context } from '../context.ts';

const title = 'Fozzy: which command when';

export function performUsage(table: readonly Command[], context: Pick<Context, 'paint' | 'columns'>): CommandResult {
  const items = table.map(({ words, when, how }) => ({ command: words.join(' '), when, how }));
  return { document: { schemaVersion: 'fozzy.usage.v1', title, items }, exitCode: 0, text: usageText(items, context) };
}

interface Item {
  readonly command: string;
  readonly when: string;
  readonly how: string;
}

function usageText(items: readonly Item[], { paint, columns }: Pick<Context, 'paint' | 'columns'>): string {
  const widthMax = Math.min(columns, 100);
  const lines = items.flatMap(({ command, when, how }) => {
    const [first = '', ...more] = paragraph(`${command}: ${when}`, { first: '', hanging: '  ', widthMax });
    return ['', paint.bold(command) + first.slice(command.length), ...more, `  ${paint.cyan(how)}`];
  });
  return joinLines([paint.bold(title), ...lines]);
}
