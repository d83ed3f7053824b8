/** How the steps of `gate` and `full` ended, for people. */
import { workMark } from '../../report/progress-text.ts';
import { joinLines } from '../../report/text-block.ts';
import { padEnd, textWidth } from '../../report/text-width.ts';
import { visibleLine } from '../../report/visible.ts';
import type { Context } from '../context.ts';
import type { WorkReport } from './step.ts';

export function stepsText(name: string, steps: readonly WorkReport[], more: readonly string[], { paint }: Context): string {
  const width = Math.max(...steps.map((step) => textWidth(step.name)));
  const bad = steps.filter(({ status }) => status === 'failed').length;
  const verdict = bad === 0 ? `${name} ${paint.green('ok')}` : `${name} ${paint.red('not ok')}: ${bad} of ${steps.length} steps failed`;
  const lines = steps.map((step) => `${workMark(step.status, paint)} ${padEnd(step.name, width)}  ${visibleLine(step.detail)}`);
  return joinLines([...lines, ...more, verdict]);
}
