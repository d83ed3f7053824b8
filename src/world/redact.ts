/**
 * Keeps secrets out of everything Fozzy writes. A value is secret by the name it goes by: a header, a
 * command option, or a `Name: value` or `NAME=value` argument. The copy of a scenario inside a trace is
 * redacted the same way, so that requests and rules still fit each other on replay.
 */
import type { Json, JsonObject } from '../base/json.ts';

export const REDACTED = '[redacted]';

const SECRET_NAMES: readonly string[] = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];
const SECRET_PARTS = /token|secret|password|api[-_]?key/;

type HeaderList = readonly (readonly [string, string])[];

export interface Redactor {
  isSecretHeader(name: string): boolean;
  /** With or without leading dashes. */
  isSecretOption(name: string): boolean;
  header(name: string, value: string): string;
  headers(list: HeaderList): HeaderList;
  args(args: readonly string[]): string[];
  /** Whether arguments carry a secret, replaced already or not. */
  hidesArgs(args: readonly string[]): boolean;
  /** A copy of a scenario document in which no step carries a secret. */
  scenario(json: JsonObject): JsonObject;
}

export function redactor(extraHeaderNames: readonly string[]): Redactor {
  const names = new Set([...SECRET_NAMES, ...extraHeaderNames.map(plainName)]);
  const isSecret = (name: string): boolean => names.has(name) || SECRET_PARTS.test(name);
  const isSecretHeader = (name: string): boolean => isSecret(plainName(name));
  const isSecretOption = (name: string): boolean => isSecret(plainName(name).replace(/^-+/, ''));
  const header = (name: string, value: string): string => (isSecretHeader(name) ? REDACTED : value);
  const args = (list: readonly string[]): string[] => redactArgs(list, isSecretOption);
  return {
    isSecretHeader,
    isSecretOption,
    header,
    headers: (list) => list.map(([name, value]) => [name, header(name, value)] as const),
    args,
    hidesArgs: (list) => args(list).some((arg) => arg.includes(REDACTED)),
    scenario: (json) => redactScenario(json, { isSecretHeader, args }),
  };
}

function plainName(name: string): string {
  return name.trim().toLowerCase();
}

type IsSecret = (name: string) => boolean;

function redactArgs(args: readonly string[], isSecret: IsSecret): string[] {
  let nextIsValue = false;
  return args.map((arg) => {
    const isValue = nextIsValue && !looksLikeOption(arg);
    nextIsValue = !isValue && /^-+[^-=:\s][^=:\s]*$/.test(arg) && isSecret(arg);
    return isValue ? REDACTED : redactArg(arg, isSecret);
  });
}

/** `--verbose` or `-v`. Anything else after a secret option counts as its value: generated secrets may begin with a dash. */
function looksLikeOption(arg: string): boolean {
  return /^(--[a-z][a-z0-9_-]*(=.*)?|-[A-Za-z]|--)$/s.test(arg);
}

/** `--token=x`, `TOKEN=x`, `Authorization: x`, and such a text as the value of another option (`--header=Authorization: x`). */
function redactArg(arg: string, isSecret: IsSecret): string {
  const named = /^(?<name>[\w.-]+)(?<separator>\s*[=:]\s*)(?<value>.+)$/s.exec(arg)?.groups;
  if (named === undefined) return arg;
  const { name = '', separator = '', value = '' } = named;
  return `${name}${separator}${isSecret(name) ? REDACTED : redactArg(value, isSecret)}`;
}

interface Rules {
  readonly isSecretHeader: IsSecret;
  args(args: readonly string[]): string[];
}

/** Steps are the only place where a scenario holds headers and command lines. */
function redactScenario(json: JsonObject, rules: Rules): JsonObject {
  const steps = json['steps'];
  return isList(steps) ? { ...json, steps: steps.map((step) => redactStep(step, rules)) } : json;
}

function redactStep(step: Json, rules: Rules): Json {
  if (!isObject(step)) return step;
  switch (step['type']) {
    case 'http_when':
    case 'http_request':
      return redactHeaderFields(step, rules);
    case 'proc_when':
    case 'proc_spawn':
      return redactArgsField(step, rules);
    case 'parallel':
      return redactTasks(step, rules);
    default:
      return redactScenario(step, rules);
  }
}

function redactHeaderFields(step: JsonObject, rules: Rules): JsonObject {
  const copy: Record<string, Json | undefined> = { ...step };
  for (const field of ['headers', 'match_headers', 'expect_headers']) {
    const headers = step[field];
    if (!isObject(headers)) continue;
    copy[field] = Object.fromEntries(
      // A match such as {"contains": …} becomes plain text too: the recorded value it will meet is the redacted one.
      Object.entries(headers).map(([name, value]) => [name, value !== null && rules.isSecretHeader(name) ? REDACTED : value]),
    );
  }
  return copy;
}

function redactArgsField(step: JsonObject, rules: Rules): JsonObject {
  const args = step['args'];
  if (!isList(args)) return step;
  const redacted = rules.args(args.map((arg) => (typeof arg === 'string' ? arg : '')));
  return { ...step, args: args.map((arg, index) => (typeof arg === 'string' ? (redacted[index] ?? arg) : arg)) };
}

function redactTasks(step: JsonObject, rules: Rules): JsonObject {
  const tasks = step['tasks'];
  if (!isList(tasks)) return step;
  return { ...step, tasks: tasks.map((task) => (isObject(task) ? redactScenario(task, rules) : task)) };
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}
