/** Checks a certificate: what it says about itself, whether its sources are what they were, and whether another count gives the same schedules. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { blake3Hex } from '../../base/blake3.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import { FozzyError } from '../../base/problem.ts';
import { parseU64 } from '../../base/u64.ts';
import { executeOnce } from '../../campaign/execute-many.ts';
import { recount, type Recount } from '../../campaign/recount.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import { progressEvent } from '../../report/progress.ts';
import { countText } from '../../report/quantity.ts';
import { fieldLines, joinLines, paragraph, section } from '../../report/text-block.ts';
import { visible } from '../../report/visible.ts';
import type { Certificate } from '../../trace/certificate.ts';
import { changedSources, type Sources } from '../changed-sources.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { openRecordedScenario } from '../distributed/recorded.ts';
import { numberOption, textOption } from '../option-values.ts';
import type { Explorable } from '../simulation/explorable.ts';
import { Pace } from '../simulation/pace.ts';
import { openRecorded } from '../simulation/recorded.ts';
import { findCertificate, objectionsOf, type Objection } from './read-certificate.ts';

const TIME_MS = 60_000;

type Verdict = 'verified' | 'refuted' | 'not_checked';

export interface VerifiedCertificate {
  readonly schemaVersion: 'fozzy.certificate_verify.v1';
  readonly verdict: Verdict;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly strategy: string;
  /** As claimed, and as found so far. */
  readonly schedules: number;
  readonly found: number;
  readonly runs: number;
  /** Why it was not checked to the end. */
  readonly reason?: string;
  readonly problems: readonly Objection[];
}

const EXIT: Readonly<Record<Verdict, number>> = { verified: 0, refuted: 1, not_checked: 2 };

export async function performCertificateVerify(options: Options, context: Context): Promise<CommandResult> {
  const { path, certificate } = findCertificate(textOption(options, 'certificate') ?? '', context);
  const { name, strategy, schedules } = certificate;
  const about = { path, name, strategy, schedules };
  const objections = objectionsOf(certificate);
  if (objections.length > 0) return told({ ...about, found: 0, runs: 0, problems: objections }, undefined, context);
  const subject = await opened(certificate, path, context);
  const changed = [...editsSince(certificate, context), ...changesSince(certificate, subject)];
  if (changed.length > 0) {
    const reason = `it speaks of other sources: ${changed.join(', ')}; explore again for a certificate of those that are there now`;
    return told({ ...about, found: 0, runs: 0, problems: [] }, reason, context);
  }
  const counted = await count(certificate, subject, numberOption(options, 'time') ?? TIME_MS, context);
  const found = { ...about, found: counted.found.size, runs: counted.runs, problems: objectionsAfter(certificate, counted) };
  return told(found, reasonOf(counted), context);
}

/** After one run: only then is it known which files there are. */
async function opened(certificate: Certificate, path: string, context: Context): Promise<Explorable> {
  const { simulation, explore, scenario, scenarioPath } = certificate;
  const subject =
    simulation !== undefined
      ? await openRecorded(simulation, path, context)
      : explore !== undefined && scenario !== null
        ? await openRecordedScenario({ explore, json: scenario, scenarioPath }, path, context)
        : undefined;
  if (subject === undefined) throw new FozzyError('trace_incomplete', `${path} does not say what was searched`);
  await executeOnce(subject.subject, () => ({ source: new DeviatingSource([], seedOf(certificate)) }));
  return subject;
}

function seedOf({ seed }: Certificate): { readonly hi: number; readonly lo: number } {
  return parseU64(seed) ?? { hi: 0, lo: 0 };
}

/** The scenario of a certificate is complete in itself, but whoever edited the file wants to know about the file. */
function editsSince({ scenarioPath, written }: Certificate, { cwd }: Context): readonly string[] {
  const file = resolve(cwd, scenarioPath);
  if (written === undefined || !existsSync(file)) return [];
  const now = parseJsonValue(readFileSync(file, 'utf8'));
  return now.ok && blake3Hex(canonicalJson(now.value)) === written ? [] : [`${scenarioPath} has changed since the recording`];
}

/** What was counted is not what is there now: that says nothing against the count. */
function changesSince({ simulation, explore }: Certificate, subject: Explorable): readonly string[] {
  const now = subject.traceParts();
  const [then, today]: readonly [Sources | undefined, Sources | undefined] = [simulation ?? explore, now.simulation ?? now.explore];
  if (then === undefined || today === undefined) return [];
  return changedSources(then, today, subject).map(({ message }) => message);
}

async function count(certificate: Certificate, subject: Explorable, timeMs: number, context: Context): Promise<Recount> {
  const pace = new Pace(timeMs);
  const { schedules, classes } = certificate;
  context.progress(progressEvent('certificate verify', { event: 'started', total: schedules }));
  const counted = await recount(subject.subject, {
    seed: seedOf(certificate),
    claimed: new Set(classes),
    isTimeUp: () => pace.isTimeUp(),
    isTired: () => pace.isTired(),
    breathe: (found, runs) => {
      context.progress(progressEvent('certificate verify', { event: 'tick', done: found, total: schedules, detail: `${runs} runs` }));
      pace.breathed();
      return !context.signal.aborted;
    },
  });
  context.progress(progressEvent('certificate verify', { event: 'finished', status: counted.stopped === undefined ? 'pass' : 'error' }));
  return counted;
}

function objectionsAfter(certificate: Certificate, { unknown, failing, stopped, found, crashStates }: Recount): readonly Objection[] {
  const { classes } = certificate;
  if (unknown !== undefined) return [{ code: 'unknown_schedule', message: `schedule ${unknown} exists and is not among those it lists` }];
  if (failing !== undefined) return [{ code: 'failing_schedule', message: `a schedule fails: ${failing.title}: ${failing.message}` }];
  if (stopped !== undefined) return [];
  const missing = classes.filter((each) => !found.has(each));
  const [first = ''] = missing;
  const claimed = certificate.crashStates?.distinct ?? 0;
  if (missing.length === 0 && crashStates !== claimed)
    return [{ code: 'crash_states', message: `power losses leave ${crashStates} different disks, it says ${claimed}` }];
  if (missing.length === 0) return [];
  return [{ code: 'missing_schedule', message: `${countText(missing.length, 'schedule')} it lists do not exist, the first is ${first}` }];
}

const REASONS: Readonly<Record<NonNullable<Recount['stopped']>, string>> = {
  time: 'the time was used up before all schedules were counted again; give it more with --time',
  interrupted: 'it was interrupted',
  too_many: 'there are more different places than can be remembered',
  no_classes: 'the runs are made in processes of their own, where nobody can tell what they have to do with each other',
  truncated: 'a schedule was cut before its end',
};

function reasonOf({ stopped }: Recount): string | undefined {
  return stopped === undefined ? undefined : REASONS[stopped];
}

function told(
  found: Omit<VerifiedCertificate, 'schemaVersion' | 'verdict' | 'reason'>,
  reason: string | undefined,
  context: Context,
): CommandResult {
  const { path, name, strategy, schedules, runs, problems } = found;
  const verdict: Verdict = problems.length > 0 ? 'refuted' : reason === undefined ? 'verified' : 'not_checked';
  const document: VerifiedCertificate = {
    schemaVersion: 'fozzy.certificate_verify.v1',
    verdict,
    path,
    name,
    strategy,
    schedules,
    found: found.found,
    runs,
    ...(verdict === 'not_checked' && reason !== undefined ? { reason } : {}),
    problems,
  };
  return { document, exitCode: EXIT[verdict], text: textOf(document, context) };
}

function textOf(
  { verdict, path, name, strategy, schedules, found, runs, reason, problems }: VerifiedCertificate,
  context: Context,
): string {
  const { paint, columns } = context;
  const colour = verdict === 'verified' ? paint.green : verdict === 'refuted' ? paint.red : paint.yellow;
  const list = problems.flatMap(({ code, message }) =>
    paragraph(`[${code}] ${visible(message)}`, { first: '  - ', hanging: '      ', widthMax: columns }),
  );
  return joinLines([
    `${colour(verdict.replace('_', ' '))} ${visible(name)}`,
    ...fieldLines(
      [
        ['certificate', visible(path)],
        ['claim', `${countText(schedules, 'inequivalent schedule')}, found by ${strategy}`],
        ['counted', `${countText(found, 'schedule')} in ${countText(runs, 'run')}, without reduction by commuting transitions`],
        ...(reason === undefined ? [] : [['reason', reason] as const]),
      ],
      paint,
    ),
    ...section('problems', list, paint),
  ]);
}
