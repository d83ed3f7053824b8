/** `profile doctor`: every subcommand exercised, and what it makes read back. */
import { FozzyError } from '../../base/problem.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readPprof } from '../../report/profile/protobuf-reader.ts';
import { isWellFormed } from '../../report/profile/well-formed.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import { defaultConfig } from '../../store/config.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { switchOption, textOption } from '../option-values.ts';
import { performRun } from '../run/perform.ts';
import { loadProfile } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { performProfileDiff } from './perform-diff.ts';
import { performProfileEnv } from './perform-env.ts';
import { performProfileExplain } from './perform-explain.ts';
import { performProfileExport } from './perform-export.ts';
import { performProfileFlame } from './perform-flame.ts';
import { performProfileShrink } from './perform-shrink.ts';
import { performProfileTimeline } from './perform-timeline.ts';
import { performProfileTop } from './perform-top.ts';
import { SLOW_OPERATION, sampleFiles } from './sample-project.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly status: 'passed' | 'failed';
  readonly detail: string;
}

type Performer = (options: Options, context: Context) => Promise<CommandResult>;

export async function performProfileDoctor(options: Options, context: Context): Promise<CommandResult> {
  const selector = textOption(options, 'runOrTrace');
  const isDeep = switchOption(options, 'deep') === true;
  // A run that cannot be read says nothing about the profiler.
  if (selector !== undefined) await loadProfile(selector, context);
  const folder = mkdtempSync(join(tmpdir(), 'fozzy-profile-'));
  try {
    for (const [name, text] of Object.entries(sampleFiles)) writeFileSync(join(folder, name), text);
    const inside = sampleContext(folder, context);
    const checks =
      selector === undefined
        ? await examineSample(folder, inside)
        : await examine({ left: selector, right: selector, folder, context, expected: undefined });
    return conclude(isDeep ? [...checks, ...(await examineCode(inside))] : checks, context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A project of its own, with nothing of the user's. */
function sampleContext(folder: string, context: Context): Context {
  return { ...context, cwd: folder, config: defaultConfig, configPath: join(folder, 'fozzy.toml'), json: true, progress: () => undefined };
}

/** Two recorded runs, of which one is slow on purpose: the explanation must find out where. */
async function examineSample(folder: string, inside: Context): Promise<readonly Check[]> {
  const record = (name: string): Promise<CommandResult> =>
    performRun({ scenario: `${name}.fozzy.json`, det: true, seed: '1', record: `${name}.fozzy`, profileCapture: 'full' }, inside);
  return [
    await check('capture', async () => {
      await record('before');
      await record('after');
      return 'two runs recorded';
    }),
    ...(await examine({ left: 'before.fozzy', right: 'after.fozzy', folder, context: inside, expected: SLOW_OPERATION })),
    await check('env', async () => `${Object.keys((await performProfileEnv(inside)).document).length} sections`),
    await check('shrink', async () => {
      const { document } = await performProfileShrink({ runOrTrace: 'after.fozzy', metric: 'p99_latency', budget: 5000 }, inside);
      return requireThat(
        field(document, 'preserved') === true,
        `p99_latency ${String(field(document, 'baseline'))} → ${String(field(document, 'after'))}`,
      );
    }),
  ];
}

/** A simulation whose time goes to one function: samples must arrive, and be mapped to the line it was written on. */
async function examineCode(context: Context): Promise<readonly Check[]> {
  return [
    await check('cpu_capture', async () => {
      await performRun({ scenario: 'code.fozzy.ts', seed: '1', record: 'code.fozzy', profileCapture: 'full' }, context);
      const { document } = await performProfileTop({ runOrTrace: 'code.fozzy', cpu: true, heap: true }, context);
      const told = JSON.stringify(field(document, 'cpu'));
      return requireThat(told.includes('"busy"') && told.includes('code.fozzy.ts'), 'samples are mapped to the source');
    }),
    await check('cpu_flame', async () => {
      const { text } = await performProfileFlame({ runOrTrace: 'code.fozzy', cpu: true, format: 'svg' }, context);
      return requireThat(isWellFormed(text) && text.includes('busy'), 'a well-formed picture that shows the function');
    }),
  ];
}

interface Examined {
  readonly left: string;
  readonly right: string;
  readonly folder: string;
  readonly context: Context;
  /** What an explanation has to name. */
  readonly expected: string | undefined;
}

async function examine({ left, right, folder, context, expected }: Examined): Promise<readonly Check[]> {
  const run = async (perform: Performer, options: Options) => perform({ runOrTrace: right, ...options }, context);
  const exported = async (format: string): Promise<Buffer> => {
    const out = join(folder, `export.${format}`);
    await run(performProfileExport, { format, out });
    return readFileSync(out);
  };
  return [
    await check('top', async () => {
      const { document } = await run(performProfileTop, {});
      return requireThat(field(document, 'metrics') !== undefined, `no data: ${String(field(document, 'emptyDomains')) || 'none'}`);
    }),
    await check('flame', async () => {
      const { document, text } = await performProfileFlame({ runOrTrace: right, format: 'svg' }, { ...context, strict: false });
      if (field(document, 'empty') === true) return `empty: ${String(field(document, 'reason'))}`;
      return requireThat(isWellFormed(text), 'the picture is well-formed');
    }),
    await check('timeline', async () => {
      const { text } = await run(performProfileTimeline, { format: 'html' });
      const { document } = await run(performProfileTimeline, {});
      const events = field(document, 'events');
      return requireThat(
        text.startsWith('<!doctype html>') && Array.isArray(events),
        `${Array.isArray(events) ? events.length : 0} entries`,
      );
    }),
    await check('diff', async () => {
      const { document } = await performProfileDiff({ left, right }, context);
      const same = await performProfileDiff({ left, right: left }, context);
      const verdict = String(field(field(same.document, 'summary'), 'verdict'));
      return requireThat(verdict === 'stable', `${String(field(field(document, 'summary'), 'verdict'))}; with itself ${verdict}`);
    }),
    await check('explain', async () => {
      const { document } = await run(performProfileExplain, expected === undefined ? {} : { diffWith: left });
      const told = String(field(document, 'regressionStatement'));
      return requireThat(expected === undefined || told.includes(expected), told);
    }),
    await check('export_speedscope', async () => {
      const profiles = field(JSON.parse((await exported('speedscope')).toString('utf8')), 'profiles');
      return requireThat(Array.isArray(profiles) && profiles.length > 0, `${Array.isArray(profiles) ? profiles.length : 0} profiles`);
    }),
    await check('export_pprof', async () => {
      const samples = readPprof(gunzipSync(await exported('pprof')));
      return requireThat(samples !== undefined && samples.length > 0, `${samples?.length ?? 0} samples`);
    }),
    await check('export_otlp', async () => {
      const spans = field(JSON.parse((await exported('otlp')).toString('utf8')), 'resourceSpans');
      return requireThat(Array.isArray(spans) && spans.length === 1, 'one resource');
    }),
  ];
}

async function check(name: string, body: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, status: 'passed', detail: await body() };
  } catch (error) {
    if (error instanceof FozzyError && error.code === 'interrupted') throw error;
    // A run in which nothing took part in a domain is no reason to distrust the command that says so.
    if (error instanceof FozzyError && error.code === 'profile_no_data')
      return { name, ok: true, status: 'passed', detail: `empty: ${error.message}` };
    return { name, ok: false, status: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

function requireThat(holds: boolean, detail: string): string {
  if (!holds) throw new Error(detail === '' ? 'it gave nothing' : `not as it should be: ${detail}`);
  return detail;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function conclude(checks: readonly Check[], { paint }: Context): CommandResult {
  const issues = checks.filter(({ ok }) => !ok).map(({ name, detail }) => ({ code: `profile_${name}`, message: detail }));
  const table = renderTable(checks, {
    columns: [
      { title: 'check', text: ({ name }) => name },
      { title: 'result', text: ({ status }) => status, tint: (cell, { ok }) => (ok ? paint.green(cell) : paint.red(cell)) },
      { title: 'detail', text: ({ detail }) => detail },
    ],
    paint,
  });
  const ok = issues.length === 0;
  const document: ProfileOutput<'doctor'> = { schemaVersion: 'fozzy.profile_doctor.v1', ok, checks, issues };
  return {
    document,
    exitCode: ok ? 0 : 1,
    text: joinLines([table, '', ok ? paint.green('all checks passed') : paint.red(`${issues.length} failed`)]),
  };
}
