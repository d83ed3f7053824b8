/** The error document for people: code and message first, then the problems or facts it carries, last what to try next. */
import type { Json, JsonObject } from '../base/json.ts';
import { isList, isObject, jsonLine, membersOf } from './json-text.ts';
import type { Paint } from './paint.ts';
import { renderProblemList } from './problems-text.ts';
import { paragraph } from './text-block.ts';
import { visible, visibleLine } from './visible.ts';

export interface ErrorDocument {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly details?: JsonObject | undefined;
}

export function renderError(
  { code, message, hint, details = {} }: ErrorDocument,
  paint: Paint,
  widthMax = Number.POSITIVE_INFINITY,
): string {
  const problems = details['problems'];
  const lines = [
    ...messageLines(`error[${visibleLine(code)}]`, message, paint, widthMax),
    ...(isList(problems) ? problemLines(problems, details, paint) : []),
    ...factLines(details, message, paint),
    ...(hint === null || hint === '' ? [] : hintLines(hint, paint, widthMax)),
  ];
  return lines.map((line) => line.trimEnd()).join('\n');
}

function problemLines(problems: readonly Json[], details: JsonObject, paint: Paint): string[] {
  const file = [details['file'], details['path'], details['scenario']].find((value) => typeof value === 'string') ?? '<input>';
  if (problems.length === 0) return [];
  return renderProblemList(problems, textOf(file), paint)
    .split('\n')
    .map((line) => `  ${line}`);
}

/** Plain facts the message does not already quote, such as the report of an interrupted run or the stack of a defect. */
function factLines(details: JsonObject, message: string, paint: Paint): string[] {
  return membersOf(details).flatMap(([key, value]) => {
    if (key === 'problems' || value === null || isObject(value) || isList(value) || message.includes(textOf(value))) return [];
    const [first = '', ...rest] = visible(textOf(value)).split('\n');
    return [`  ${paint.dim(`${visibleLine(key)}:`)} ${first}`, ...rest.map((line) => `    ${line.trim()}`)];
  });
}

function messageLines(label: string, message: string, paint: Paint, widthMax: number): string[] {
  const [first = '', ...rest] = paragraph(`${label}: ${visible(message)}`, { first: '', hanging: '  ', widthMax });
  const isWhole = first.startsWith(label);
  return [isWhole ? `${paint.bold(paint.red(label))}${first.slice(label.length)}` : first, ...rest.map(flush(message))];
}

/** A line that the message itself begins stands where it was written; only what had to be broken is set in. */
function flush(message: string): (line: string) => string {
  const own = new Set(visible(message).split('\n').slice(1));
  return (line) => (own.has(line.slice(2)) ? line.slice(2) : line);
}

function hintLines(hint: string, paint: Paint, widthMax: number): string[] {
  const [first = '', ...rest] = paragraph(visible(hint), { first: '', hanging: '        ', widthMax });
  return [`  ${paint.dim('hint:')} ${first}`, ...rest];
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : jsonLine(value);
}
