/** Folded stacks: one line per stack, frames separated by semicolons, then a blank and the weight. */
import { compareText } from '../../base/compare.ts';
import type { NamedStack } from '../../trace/profile/flame-stacks.ts';
import { visibleLine } from '../visible.ts';
import { frameLabel } from './frame-label.ts';

export function renderFolded(stacks: readonly NamedStack[]): string {
  const weights = new Map<string, number>();
  for (const { frames, value } of stacks) {
    const line = frames.map((frame) => plain(frameLabel(frame))).join(';');
    if (line !== '') weights.set(line, (weights.get(line) ?? 0) + value);
  }
  return [...weights]
    .sort(([a], [b]) => compareText(a, b))
    .map(([line, weight]) => `${line} ${Math.round(weight)}\n`)
    .join('');
}

/** Without the two characters that mean something in the format, and without any that mean something to a terminal. */
function plain(label: string): string {
  return visibleLine(label.replace(/;/gu, ',').replace(/[\r\n]+/gu, ' '));
}
