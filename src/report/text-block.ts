/** Building bricks of human output: aligned label lines, wrapped paragraphs, sections with a heading. */
import { largest } from '../base/largest.ts';
import type { Paint } from './paint.ts';
import { padEnd, textWidth, wrapWords } from './text-width.ts';

export interface TextStyle {
  readonly paint: Paint;
  /** Prose is wrapped at this column; Infinity where no terminal sets a width, so that messages stay greppable. */
  readonly widthMax: number;
}

export type Field = readonly [label: string, value: string];

/** Labels in one column, values in the next. A value of several lines stands beneath its label, so that it can be copied whole. */
export function fieldLines(fields: readonly Field[], paint: Paint, indent = ''): string[] {
  const labelWidth = largest(fields.map(([label, value]) => (value.includes('\n') ? 0 : textWidth(label))));
  return fields.flatMap(([label, value]) => {
    if (!value.includes('\n')) return [`${indent}${paint.dim(padEnd(label, labelWidth))}  ${value}`];
    return [indent + paint.dim(label), ...value.split('\n').map((line) => `${indent}  ${line}`)];
  });
}

/** `first` opens the paragraph, all later lines are indented by `hanging`. */
export function paragraph(text: string, { first, hanging, widthMax }: { first: string; hanging: string; widthMax: number }): string[] {
  const room = Math.max(20, widthMax - textWidth(hanging));
  return wrapWords(text, room).map((line, index) => (index === 0 ? first : hanging) + line);
}

/** A section without content is no section. */
export function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint.bold(title), ...lines];
}

/** No line ends in a blank, and the block ends without an empty line: the caller decides what follows. */
export function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}
