/** One finding as text: kind, title and message on the bullet, then the place, then the values that were compared. */
import type { Json } from '../base/json.ts';
import type { Finding, FindingLocation } from '../trace/finding.ts';
import { isList, jsonBlock, membersOf } from './json-text.ts';
import { plainPaint } from './paint.ts';
import { renderProblemList } from './problems-text.ts';
import type { Field, TextStyle } from './text-block.ts';
import { fieldLines, paragraph } from './text-block.ts';
import { visible, visibleLine } from './visible.ts';

export function findingLines(finding: Finding, { paint, widthMax }: TextStyle, indent = '  '): string[] {
  const hanging = `${indent}    `;
  const times = finding.occurrences !== undefined && finding.occurrences > 1 ? ` (${finding.occurrences} times)` : '';
  const bullet = `[${finding.kind}] ${visibleLine(finding.title)}: ${visible(finding.message)}${times}`;
  const [head = '', ...rest] = paragraph(bullet, { first: '', hanging, widthMax });
  const place = placeText(finding.location);
  return [
    `${indent}- ${paintBullet(head, finding, paint)}`,
    ...rest,
    ...(place === '' ? [] : [`${hanging}${paint.cyan(place)}`]),
    ...fieldLines(detailFields(finding), paint, hanging),
  ];
}

/** `file:line:col`, then what the position means: the step's pointer or the function. */
export function placeText(location: FindingLocation | undefined): string {
  if (location === undefined) return '';
  const position = [location.file, location.line, location.line === undefined ? undefined : location.col].filter(
    (part) => part !== undefined,
  );
  const meaning = [location.stepPath, location.function === undefined ? undefined : `in ${location.function}`];
  return visibleLine([position.join(':'), ...meaning].filter((part) => part !== undefined && part !== '').join('  '));
}

/** What the location itself already says is not repeated among the details. */
export function detailFields(finding: Finding): Field[] {
  const members = membersOf(finding.location?.details ?? {});
  return members
    .filter(([key]) => !saidByLocation.has(key))
    .map(([key, value]) => [visibleLine(key), visible(detailText(key, value, finding))]);
}

const saidByLocation = new Set(['scenarioPath', 'stepIndex', 'stepPath']);

/** Of an input that is longer the rest is in its file, as it is. */
const INPUT_MAX = 400;

function detailText(key: string, value: Json, finding: Finding): string {
  // It is source text already: quoted once more nobody could copy it.
  if (key === 'input' && typeof value === 'string') return inputText(value.replace(/^\n/u, '').trimEnd());
  if (key === 'stack' && typeof value === 'string') return framesOf(value, finding.message).trimEnd();
  if (key === 'problems' && isList(value)) return renderProblemList(value, finding.location?.file ?? '<input>', plainPaint);
  if (typeof value === 'string' && value.includes('\n')) return value.trimEnd();
  return jsonBlock(value);
}

function inputText(source: string): string {
  return source.length <= INPUT_MAX ? source : `${source.slice(0, INPUT_MAX)}… (${source.length - INPUT_MAX} more characters)`;
}

/** What the head of a stack says was said above. */
function framesOf(stack: string, message: string): string {
  const first = stack.indexOf('\n    at ');
  const head = stack.slice(0, Math.max(0, first));
  return first >= 0 && (head === message || message.endsWith(head.replace(/^\w+: /u, '')))
    ? stack.slice(first + 1).replaceAll(/^ {4}/gmu, '')
    : stack;
}

function paintBullet(head: string, finding: Finding, paint: TextStyle['paint']): string {
  const label = `[${finding.kind}] ${visibleLine(finding.title)}`;
  return head.startsWith(label)
    ? `${paint.red(`[${finding.kind}]`)} ${paint.bold(visibleLine(finding.title))}${head.slice(label.length)}`
    : head;
}
