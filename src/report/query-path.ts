/**
 * The small language in which people ask a document for one of its values: `.` is all of it, `findings[0].title` one value,
 * `findings[].title` a list. A name that is no plain word is quoted: `allowed["a.b"]`.
 */
import { isArray } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';

export type PathStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'each' };

export type ParsedPath = { readonly ok: true; readonly steps: readonly PathStep[] } | { readonly ok: false; readonly offset: number };

/** One step at the sticky position: a name, `[N]`, `[]` or `["name"]`. */
const STEP = /\.?(?<name>[A-Za-z_$][\w$-]*)|\[(?<index>\d{1,9})\]|(?<each>\[\])|\[(?<quoted>"(?:[^"\\]|\\.)*")\]/uy;

export function parsePath(text: string): ParsedPath {
  const steps: PathStep[] = [];
  if (text === '.') return { ok: true, steps };
  let at = text.startsWith('.[') ? 1 : 0;
  while (at < text.length || steps.length === 0) {
    STEP.lastIndex = at;
    const groups = STEP.exec(text)?.groups;
    const step = groups === undefined ? undefined : stepOf(groups);
    // A name after another one needs its dot.
    const joined = steps.length > 0 && step?.kind === 'field' && text[at] !== '.' && text[at] !== '[';
    if (step === undefined || joined) return { ok: false, offset: at };
    steps.push(step);
    at = STEP.lastIndex;
  }
  return { ok: true, steps };
}

function stepOf({ name, index, each, quoted }: Readonly<Record<string, string | undefined>>): PathStep | undefined {
  if (name !== undefined) return { kind: 'field', name };
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  if (each !== undefined) return { kind: 'each' };
  try {
    return { kind: 'field', name: String(JSON.parse(quoted ?? '')) };
  } catch {
    return undefined;
  }
}

export type Queried = { readonly found: true; readonly value: Json } | { readonly found: false };

/** With `[]` always a list, which may be empty; without it the value, if there is one. */
export function query(document: Json, steps: readonly PathStep[]): Queried {
  const many = steps.some(({ kind }) => kind === 'each');
  let values: readonly Json[] = [document];
  for (const step of steps) values = values.flatMap((value) => take(value, step));
  const [value] = values;
  if (many) return { found: true, value: values };
  return value === undefined ? { found: false } : { found: true, value };
}

function take(value: Json, step: PathStep): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step.kind === 'field') {
    const member = isArray(value) || !Object.hasOwn(value, step.name) ? undefined : value[step.name];
    return member === undefined ? [] : [member];
  }
  if (!isArray(value)) return [];
  if (step.kind === 'each') return value;
  const item = value[step.index];
  return item === undefined ? [] : [item];
}

/** Every path that leads to a value, lists as `[]`, in the order of the document. */
export function listPaths(document: Json): readonly string[] {
  const paths = new Set<string>();
  walk(document, '', paths);
  return [...paths];
}

function walk(value: Json, path: string, paths: Set<string>): void {
  if (path !== '') paths.add(path);
  if (typeof value !== 'object' || value === null) return;
  if (isArray(value)) {
    for (const item of value) walk(item, `${path}[]`, paths);
    return;
  }
  for (const [name, member] of Object.entries(value)) if (member !== undefined) walk(member, join(path, name), paths);
}

function join(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
