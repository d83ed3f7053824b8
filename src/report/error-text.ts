/** The error document for people: code and message first, then the problems or facts it carries, last what to try next. */
import type { Json, JsonObject } from '../base/json.ts';
import { isList, isObject, jsonLine, membersOf } from './json-text.ts';
import type { Paint } from './paint.ts';
import { renderProblemList } from './problems-text.ts';
import { visible, visibleLine } from './visible.ts';

export interface ErrorDocument {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly details?: JsonObject | undefined;
}

export function renderError({ code, message, hint, details = {} }: ErrorDocument, paint: Paint): string {
  const problems = details['problems'];
  const lines = [
    `${paint.bold(paint.red(`error[${visibleLine(code)}]`))}: ${visible(message)}`,
    ...(isList(problems) ? problemLines(problems, details, paint) : []),
    ...factLines(details, message, paint),
    ...(hint === null || hint === '' ? [] : hintLines(hint, paint)),
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

function hintLines(hint: string, paint: Paint): string[] {
  const [first = '', ...rest] = visible(hint).split('\n');
  return [`  ${paint.dim('hint:')} ${first}`, ...rest.map((line) => `        ${line}`)];
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : jsonLine(value);
}
