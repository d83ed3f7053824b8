/** How the steps of `gate` and `full` ended, for people: each as soon as it is over, and in the end what that means. */
import { workMark } from '../../report/progress-text.ts';
import { joinLines, paragraph } from '../../report/text-block.ts';
import { padEnd, textWidth } from '../../report/text-width.ts';
import { visibleLine } from '../../report/visible.ts';
import type { Context } from '../context.ts';
import type { WorkReport } from './step.ts';

/** One step; `all` are those whose lines stand below each other. */
export function stepText(
  { name, status, detail }: Pick<WorkReport, 'name' | 'status' | 'detail'>,
  all: readonly { readonly name: string }[],
  { paint, columns }: Pick<Context, 'paint' | 'columns'>,
): string {
  const width = Math.max(...all.map((step) => textWidth(step.name)));
  const first = `${workMark(status, paint)} ${padEnd(name, width)}  `;
  return joinLines(paragraph(visibleLine(detail), { first, hanging: ' '.repeat(width + '✓   '.length), widthMax: columns }));
}

export function workVerdict(
  name: string,
  steps: readonly WorkReport[],
  more: readonly string[],
  { paint, columns }: Pick<Context, 'paint' | 'columns'>,
): string {
  const bad = steps.filter(({ status }) => status === 'failed').length;
  const verdict = bad === 0 ? `${name} ${paint.green('ok')}` : `${name} ${paint.red('not ok')}: ${bad} of ${steps.length} steps failed`;
  const remarks = more.flatMap((remark) => paragraph(remark, { first: '', hanging: '  ', widthMax: columns }));
  return joinLines([...remarks, verdict]);
}
