/** How the steps of `gate` and `full` ended, for people. */
import { workMark } from '../../report/progress-text.ts';
import { joinLines, paragraph } from '../../report/text-block.ts';
import { padEnd, textWidth } from '../../report/text-width.ts';
import { visibleLine } from '../../report/visible.ts';
import type { Context } from '../context.ts';
import type { WorkReport } from './step.ts';

export function stepsText(name: string, steps: readonly WorkReport[], more: readonly string[], { paint, columns }: Context): string {
  const width = Math.max(...steps.map((step) => textWidth(step.name)));
  const bad = steps.filter(({ status }) => status === 'failed').length;
  const verdict = bad === 0 ? `${name} ${paint.green('ok')}` : `${name} ${paint.red('not ok')}: ${bad} of ${steps.length} steps failed`;
  const lines = steps.flatMap((step) => {
    const first = `${workMark(step.status, paint)} ${padEnd(step.name, width)}  `;
    return paragraph(visibleLine(step.detail), { first, hanging: ' '.repeat(width + '✓   '.length), widthMax: columns });
  });
  const remarks = more.flatMap((remark) => paragraph(remark, { first: '', hanging: '  ', widthMax: columns }));
  return joinLines([...lines, ...remarks, verdict]);
}
