/** One value out of a stored report, or the list of everything that can be asked for. */
import { asJson } from '../../base/as-json.ts';
import { prettyJson } from '../../base/canonical-json.ts';
import type { Json } from '../../base/json.ts';
import { nearest } from '../../base/nearest.ts';
import { FozzyError } from '../../base/problem.ts';
import { listPaths, parsePath, query } from '../../report/query-path.ts';
import { joinLines } from '../../report/text-block.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { switchOption, textOption } from '../option-values.ts';
import { selectedSummary } from '../selected-summary.ts';

/** What people ask for most, without saying where it stands. */
const aliases: Readonly<Record<string, string>> = {
  runId: 'identity.runId',
  seed: 'identity.seed',
  tracePath: 'identity.tracePath',
  reportPath: 'identity.reportPath',
  artifactsDir: 'identity.artifactsDir',
};

export function performReportQuery(options: Options, context: Context): CommandResult {
  const expression = textOption(options, 'path');
  const list = switchOption(options, 'listPaths') === true;
  if (list === (expression !== undefined)) {
    throw new FozzyError(
      'usage',
      list ? '--path and --list-paths exclude each other' : 'report query needs --path <PATH> or --list-paths',
      {
        hint: '--list-paths shows what can be asked for',
      },
    );
  }
  const report = asJson(selectedSummary(textOption(options, 'runOrTrace') ?? '', context));
  if (expression === undefined) {
    const paths = pathsOf(report);
    return { document: { schemaVersion: 'fozzy.report_paths.v1', paths }, exitCode: 0, text: joinLines(paths) };
  }
  const value = valueAt(report, expression);
  return { document: { schemaVersion: 'fozzy.report_query.v1', path: expression, value }, exitCode: 0, text: textOf(value) };
}

/** Everything that leads somewhere; a run that left no trace has no `tracePath`. */
function pathsOf(report: Json): readonly string[] {
  const paths = listPaths(report);
  const known = new Set(paths);
  return [...Object.keys(aliases).filter((alias) => known.has(aliases[alias] ?? '')), ...paths];
}

function valueAt(report: Json, expression: string): Json {
  const parsed = parsePath(Object.hasOwn(aliases, expression) ? (aliases[expression] ?? '') : expression);
  if (!parsed.ok) {
    throw new FozzyError('query_invalid', `'${expression}' is no path: it cannot be read from position ${parsed.offset + 1} on`, {
      details: { path: expression, position: parsed.offset + 1 },
    });
  }
  const queried = query(report, parsed.steps);
  if (queried.found) return queried.value;
  const proposals = proposalsFor(expression, report);
  throw new FozzyError('query_no_match', `the report has nothing at '${expression}'`, {
    ...(proposals.length === 0 ? {} : { hint: `did you mean ${proposals.join(', ')}?` }),
    details: { path: expression, proposals },
  });
}

const PROPOSALS_MAX = 4;

/** Paths that share the most with what was typed: its last name, or how it begins. */
function proposalsFor(expression: string, report: Json): readonly string[] {
  const wanted = names(expression);
  const last = wanted.at(-1) ?? '';
  const scored = pathsOf(report).map((path) => ({ path, score: likeness(names(path), wanted, last) }));
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.path.length - b.path.length)
    .slice(0, PROPOSALS_MAX)
    .map(({ path }) => path);
}

function names(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split(/[^a-z0-9_$-]+/u)
    .filter((name) => name !== '' && !/^\d+$/u.test(name));
}

function likeness(path: readonly string[], wanted: readonly string[], last: string): number {
  const end = path.at(-1) ?? '';
  const same = end === last ? 100 : 0;
  const part = last.length > 2 && end.length > 2 && (end.includes(last) || last.includes(end)) ? 50 : 0;
  const close = last.length > 2 && nearest(last, [end]) === end ? 60 : 0;
  let prefix = 0;
  while (prefix < path.length && path[prefix] === wanted[prefix]) prefix += 1;
  return Math.max(same, part, close) + prefix * 10;
}

/** Texts as they are, so that a shell can use them; lists of them line by line; everything else as JSON. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return joinLines(value);
  return prettyJson(value);
}
