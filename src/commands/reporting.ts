/**
 * How a command's result is told: what is printed, which files are written besides. Settled before anything runs, so that a wrong name or
 * an unwritable place costs nothing.
 */
import { appendFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { JOB_SUMMARY_BYTES_MAX, renderJobSummary } from '../report/github.ts';
import { type ReporterName, reporterNames } from '../report/reporter-names.ts';
import { type Evidence, reporters } from '../report/reporters.ts';
import { writeFileDurable } from '../store/atomic-write.ts';
import { assertSafeTarget, ensureDirectory, isDirectory, leaves } from '../store/directory.ts';
import { onDisk } from '../store/file-error.ts';
import { keptElsewhere } from '../store/refused-run.ts';
import { hostFiles } from '../store/file-ops.ts';
import { readText } from '../store/json-file.ts';
import type { RunSummary } from '../trace/summary.ts';
import type { Options } from './command.ts';
import type { Context } from './context.ts';
import { listOption } from './option-values.ts';

export interface Reporting {
  /** In this order; nobody's turn means that people are told as usual. */
  readonly printed: readonly ReporterName[];
  readonly files: readonly { readonly name: ReporterName; readonly path: string }[];
}

/** What only the command knows: what happened, and a better story for people. */
export interface Told extends Evidence {
  readonly pretty?: () => string;
}

export function reportingOf(options: Options, context: Context): Reporting {
  const given = (listOption(options, 'reporter') ?? []).map((word) => parseReporter(word, context));
  const files = given.flatMap(({ name, path }) => (path === undefined ? [] : [{ name, path }]));
  const printed = given.flatMap(({ name, path }) => (path === undefined ? [name] : []));
  refuseTwice(files.map(({ path }) => path));
  refuseMixture(printed);
  if (given.length > 0) return { printed: printed.length === 0 ? ['pretty'] : printed, files };
  return { printed: [reporterNames.find((name) => name === context.config.reporter) ?? 'pretty'], files };
}

function parseReporter(word: string, { cwd }: Context): { readonly name: ReporterName; readonly path: string | undefined } {
  const equals = word.indexOf('=');
  const text = equals === -1 ? word : word.slice(0, equals);
  const name = reporterNames.find((known) => known === text);
  if (name === undefined) throw new FozzyError('usage', `'${text}' is no reporter`, { hint: `use one of ${reporterNames.join(', ')}` });
  if (equals === -1) return { name, path: undefined };
  const file = word.slice(equals + 1);
  if (file === '') throw new FozzyError('usage', `--reporter ${word}: the file is missing`, { hint: `write --reporter ${name}=FILE` });
  const path = resolve(cwd, file);
  if (isDirectory(path))
    throw new FozzyError('usage', `--reporter ${word}: ${file} is a directory`, { hint: `write --reporter ${name}=${file}/report` });
  assertSafeTarget(path, cwd);
  refuseForeign(name, path);
  return { name, path };
}

/** A report may take the place of an earlier one, and of nothing else. */
function refuseForeign(name: ReporterName, path: string): void {
  const earlier = readText(path);
  if (earlier === undefined || earlier === '' || reporters[name].begins.test(earlier)) return;
  throw new FozzyError('output_exists', `${path} exists and is no ${name} report of Fozzy`, {
    hint: `choose another file for --reporter ${name}=FILE, or remove this one`,
    details: { path },
  });
}

function refuseTwice(paths: readonly string[]): void {
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice === undefined) return;
  throw new FozzyError('usage', `two reporters cannot write the same file ${twice}`, { hint: 'give each a file of its own' });
}

function refuseMixture(printed: readonly ReporterName[]): void {
  const document = printed.find((name) => !reporters[name].isText);
  const other = printed.find((name, index) => name !== document || printed.indexOf(name) !== index);
  if (document === undefined || other === undefined) return;
  throw new FozzyError('usage', `--reporter ${document} and --reporter ${other} cannot both be printed`, {
    hint: `give one of them a file, as in --reporter ${document}=${reporters[document].file ?? 'report.json'}`,
  });
}

/** Report files of the run directory. */
export function reportFiles({ printed }: Reporting, context: Context, told: Told = {}) {
  return (summary: RunSummary): readonly { readonly name: string; readonly text: string }[] =>
    [...new Set(printed)].flatMap((name) => {
      const { file } = reporters[name];
      return file === undefined ? [] : [{ name: file, text: renderReport(name, summary, context, told) }];
    });
}

/** Writes the files that were asked for, and returns what is printed. */
export function tell(summary: RunSummary, { printed, files }: Reporting, context: Context, told: Told = {}): string {
  const isForGithub = [...printed, ...files.map(({ name }) => name)].includes('github');
  writeAll(summary, [
    ...files.map(
      ({ name, path }) =>
        () =>
          writeReport(path, renderReport(name, summary, context, told)),
    ),
    ...(isForGithub ? [() => writeJobSummary(summary, context)] : []),
  ]);
  return printed
    .map((name) => (name === 'pretty' && told.pretty !== undefined ? told.pretty() : renderReport(name, summary, context, told)))
    .map((text, index) => (index < printed.length - 1 && !text.endsWith('\n') ? `${text}\n` : text))
    .join('');
}

/** One of the ways to tell a run, and nothing else. */
export function renderReport(name: ReporterName, summary: RunSummary, context: Context, told: Told = {}): string {
  return reporters[name].render({
    summary,
    style: { paint: context.paint, widthMax: context.columns },
    evidence: told,
    root: rootOf(context),
  });
}

/** One that cannot be written keeps no other from being written, and the run is there all the same. */
function writeAll(summary: RunSummary, writers: readonly (() => void)[]): void {
  let refusal: FozzyError | undefined;
  for (const write of writers) {
    try {
      write();
    } catch (error) {
      if (!(error instanceof FozzyError)) throw error;
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw keptElsewhere(refusal, summary);
}

function writeReport(path: string, text: string): void {
  ensureDirectory(dirname(path), hostFiles);
  writeFileDurable(path, [text], hostFiles);
}

/** Others may have written into it before, and may yet; what does not fit any more is left out. */
function writeJobSummary(summary: RunSummary, { environment }: Context): void {
  const { githubStepSummary: path } = environment;
  if (path === undefined || path === '') return;
  onDisk('write', path, () => {
    const room = JOB_SUMMARY_BYTES_MAX - (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    appendFileSync(path, renderJobSummary(summary, room));
  });
}

/** GitHub names files from the top of the repository. */
function rootOf({ cwd, environment }: Context): string {
  const top = environment.githubWorkspace;
  if (top === undefined || top === '') return '';
  const path = relative(top, cwd);
  return leaves(path) ? '' : path.split(sep).join('/');
}
