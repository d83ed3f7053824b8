/**
 * Faults and invariants given on the command line instead of in the file: presets and checkers as
 * comma lists, and files that hold a list of faults. All are judged against the topology they will run on.
 */
import { parseJson } from '../../base/json-text.ts';
import { lineIndex } from '../../base/line-index.ts';
import { nearest } from '../../base/nearest.ts';
import type { Problem } from '../../base/problem.ts';
import { checkDuplicateKeys } from '../duplicate-keys.ts';
import { Inspection } from '../inspection.ts';
import { readSteps } from '../step-list.ts';
import { faults } from './distributed-kind.ts';
import type { Fault, Invariant, Placed } from './record.ts';

/** The value, or the sentence that refuses it. */
export type OverrideParse<T> =
  | { readonly ok: true; readonly value: readonly Placed<T>[] }
  | { readonly ok: false; readonly message: string };

const presets = ['none', 'partition-first-two', 'heal-first-two', 'crash-first', 'restart-first'];

/** `heal-first-two` and `restart-first` only say how their counterpart ends, so each needs it. */
const counterparts = [
  ['heal-first-two', 'partition-first-two'],
  ['restart-first', 'crash-first'],
] as const;

export function parseFaultPresets(list: string, nodes: readonly string[]): OverrideParse<Fault> {
  const names = wordsOf(list);
  const unknown = names.find((name) => !presets.includes(name));
  if (unknown !== undefined && /[./\\]/u.test(unknown)) return refused(`there is no file "${unknown}"`);
  if (unknown !== undefined) return refused(`unknown fault preset "${unknown}"; ${meant(unknown, presets)}`);
  const has = (name: string): boolean => names.includes(name);
  if (names.length === 0) return refused(`no fault preset is named; known presets: ${presets.join(', ')}`);
  if (has('none') && names.length > 1) return refused('the preset "none" cannot be combined with others');
  const alone = counterparts.find(([name, counterpart]) => has(name) && !has(counterpart));
  if (alone !== undefined) return refused(`the preset "${alone[0]}" is valid only together with "${alone[1]}"`);
  const [a, b] = nodes;
  if (has('partition-first-two') && b === undefined) return refused('the preset "partition-first-two" needs at least two nodes');
  const faultList: Fault[] = [];
  if (a !== undefined && b !== undefined && has('partition-first-two')) {
    faultList.push({ type: 'partition', a, b, max: 1, heal: has('heal-first-two') });
  }
  if (a !== undefined && has('crash-first')) faultList.push({ type: 'crash', node: a, max: 1, restart: has('restart-first') });
  return { ok: true, value: faultList.map(unplaced) };
}

const checkers = ['kv_all_equal', 'kv_present_on_all', 'kv_node_equals'];

/** `kv_all_equal:<key>`, `kv_present_on_all:<key>`, `kv_node_equals:<node>:<key>:<value>`, separated by commas. */
export function parseCheckers(list: string, nodes: readonly string[]): OverrideParse<Invariant> {
  const invariants: Placed<Invariant>[] = [];
  for (const word of wordsOf(list)) {
    const checker = parseChecker(word, nodes);
    if (typeof checker === 'string') return refused(`invalid checker "${word}": ${checker}`);
    invariants.push(unplaced(checker));
  }
  return invariants.length === 0 ? refused('no checker is named') : { ok: true, value: invariants };
}

function parseChecker(word: string, nodes: readonly string[]): Invariant | string {
  const [type = '', first, key, ...rest] = word.split(':');
  switch (type) {
    case 'kv_all_equal':
    case 'kv_present_on_all':
      if (first === undefined || first === '' || key !== undefined) return `write ${type}:<key>`;
      return { type, key: first, phase: 'quiescence' };
    case 'kv_node_equals':
      if (first === undefined || key === undefined || key === '' || rest.length === 0) return 'write kv_node_equals:<node>:<key>:<value>';
      if (!nodes.includes(first)) return `there is no node "${first}"; ${meant(first, nodes)}`;
      return { type, node: first, key, equals: { kind: 'exact', text: rest.join(':') }, phase: 'quiescence' };
    default:
      return `unknown type; ${meant(type, checkers)}`;
  }
}

export interface FaultListParse {
  /** Absent when there is a problem. */
  readonly faults?: readonly Placed<Fault>[];
  readonly problems: readonly Problem[];
}

/** A file that holds an array of faults, under the same rules as the list inside a scenario. */
export function parseFaultList(text: string, nodes: readonly string[], strict: boolean): FaultListParse {
  const parsed = parseJson(text);
  const lines = lineIndex(text);
  const inspection = new Inspection({ lines, strict, hostHttp: false, overrides: {}, environment: undefined, readSteps });
  inspection.nodes = new Set(nodes);
  if (!parsed.ok) {
    inspection.error('json_syntax', parsed.offset, `failed to parse the list of faults: ${parsed.message}`);
    return { problems: inspection.problems() };
  }
  checkDuplicateKeys(parsed.root, inspection);
  const value = faults.read(parsed.root, inspection);
  return { ...(value === undefined || inspection.failed ? {} : { faults: value }), problems: inspection.problems() };
}

function wordsOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function meant(word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  return close === undefined ? `known: ${known.join(', ')}` : `did you mean "${close}"?`;
}

function refused(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

/** Given outside the file, so the whole of it is the only place that can be named. */
function unplaced<R>(record: R): Placed<R> {
  return { record, pointer: '', line: 1, column: 1 };
}
