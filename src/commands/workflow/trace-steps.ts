/** The steps that look at the recorded run: is it sound, does it replay, can it be made smaller, handed on, asked and compared. */
import { FozzyError } from '../../base/problem.ts';
import type { CiDocument } from '../ci/perform.ts';
import type { Options } from '../command.ts';
import type { VerifyDocument } from '../trace-verify/perform.ts';
import { failingOf } from './discover.ts';
import { record } from './execution-steps.ts';
import { failed, passed, passedIf, type StepEnd, type WorkStep, workStep } from './step.ts';
import type { Workshop } from './workshop.ts';

export const traceVerify = workStep('trace_verify', ['run_record_trace'], async (shop, signal) => {
  const { document } = await shop.command('trace verify', { runOrTrace: shop.trace('primary') }, signal);
  // The command always answers with this document.
  const { ok, problems, warnings } = document as VerifyDocument;
  const told = [...problems, ...warnings].map(({ code, message }) => `${code}: ${message}`);
  return passedIf(ok, told.length === 0 ? 'nothing is wrong with it' : told.join('; '));
});

export const replayPrimary = workStep('replay', ['run_record_trace'], (shop, signal) => replays(shop, 'primary', signal));

/** The run it makes is known by the name of the trace, and brings the profile that was measured in it. */
async function replays(shop: Workshop, name: string, signal: AbortSignal): Promise<StepEnd> {
  const { summary } = await shop.run('replay', { runOrTrace: shop.trace(name), profileRegen: true }, signal);
  shop.made.set(`replay of ${name}`, shop.path(`runs/${summary.identity.runId}`));
  const { replay } = summary;
  if (replay?.reproduced === true) return passed(`reproduced: ${replay.status}`);
  const at = replay?.firstDivergence;
  return failed(`not reproduced${at === undefined ? '' : `: ${at.in} ${at.index} at ${at.stepPath}`}`);
}

export const ciPrimary = workStep('ci', ['run_record_trace'], async (shop, signal) => {
  const { document } = await shop.command('ci', { runOrTrace: shop.trace('primary') }, signal);
  // The command always answers with this document.
  const { ok, checks } = document as CiDocument;
  const bad = checks.filter((check) => !check.ok).map(({ name, detail }) => `${name}: ${detail}`);
  return passedIf(ok, ok ? `${checks.length} checks` : bad.join('; '));
});

export type ShrinkClassification = 'preserved' | 'nothing_to_shrink' | 'fingerprint_lost' | 'not_reproducible' | 'tooling_failure';

/** A scenario that is meant to fail if there is one, or else the primary trace, which then has nothing to shrink. */
export function shrinkStep(classified: (classification: ShrinkClassification) => void): WorkStep {
  return workStep('shrink', ['run_record_trace'], async (shop, signal) => {
    const failing = failingOf(shop.found());
    try {
      const trace = failing === undefined ? shop.trace('primary') : await recordFailing(shop, failing, signal);
      const { summary } = await shop.run('shrink', { runOrTrace: trace, out: shop.path('shrunk.fozzy'), budget: SHRINK_MS }, signal);
      const { shrink } = summary;
      const classification =
        shrink?.reason === 'nothing_to_shrink' ? 'nothing_to_shrink' : shrink?.preserved === true ? 'preserved' : 'fingerprint_lost';
      classified(classification);
      if (shrink?.out !== undefined) shop.made.set('shrunk', shrink.out);
      const sizes = shrink === undefined ? '' : `: ${shrink.before.steps} to ${shrink.after.steps} steps`;
      return passedIf(classification !== 'fingerprint_lost', `${classification}${classification === 'preserved' ? sizes : ''}`);
    } catch (error) {
      const lost = error instanceof FozzyError && error.code === 'shrink_not_reproducible';
      classified(lost ? 'not_reproducible' : 'tooling_failure');
      throw error;
    }
  });
}

const SHRINK_MS = 15_000;

async function recordFailing(shop: Workshop, failing: Parameters<typeof record>[1], signal: AbortSignal): Promise<string> {
  const { summary } = await record(shop, failing, 'failing.fozzy', signal);
  if (summary.status === failing.expected && summary.identity.tracePath !== undefined) return summary.identity.tracePath;
  throw new FozzyError('shrink_not_reproducible', `${failing.path} should end with ${failing.expected}, but ended with ${summary.status}`);
}

export const replayShrunk = workStep('replay_shrunk', ['shrink'], (shop, signal) => replays(shop, 'shrunk', signal));

/** A command that is right if it answers, and if its answer is not empty. */
function answers(
  name: string,
  command: string,
  needs: readonly string[],
  options: (shop: Workshop) => Options,
  told: (document: Answer) => string | undefined,
): WorkStep {
  return workStep(name, needs, async (shop, signal) => {
    const { document, exitCode } = await shop.command(command, options(shop), signal);
    const said = told(document);
    return passedIf(exitCode === 0 && said !== undefined, said ?? `${command} answered with nothing, exit ${exitCode}`);
  });
}

interface Answer {
  readonly entries?: readonly object[];
  readonly files?: readonly string[];
  readonly paths?: readonly string[];
  readonly content?: string;
  readonly value?: unknown;
  readonly diff?: { readonly trace?: { readonly same: boolean } };
  readonly isFlaky?: boolean;
  readonly flakeRatePct?: number;
}

const primary = (shop: Workshop): Options => ({ runOrTrace: shop.trace('primary') });
const recorded = ['run_record_trace'];

export const evidenceSteps: readonly WorkStep[] = [
  answers('artifacts_ls', 'artifacts ls', recorded, primary, ({ entries = [] }) =>
    entries.length > 0 ? `${entries.length} files` : undefined,
  ),
  answers('artifacts_export', 'artifacts export', recorded, (shop) => ({ ...primary(shop), out: shop.path('export') }), files),
  answers('artifacts_pack', 'artifacts pack', recorded, (shop) => ({ ...primary(shop), out: shop.path('pack.zip') }), files),
  answers(
    'artifacts_diff',
    'artifacts diff',
    ['run_record_trace', 'replay'],
    (shop) => ({ left: shop.trace('primary'), right: shop.trace('replay of primary') }),
    ({ diff }) => (diff?.trace?.same === true ? 'the run and its replay tell the same' : undefined),
  ),
  answers(
    'report_show',
    'report show',
    recorded,
    (shop) => ({ ...primary(shop), format: 'html' }),
    ({ content = '' }) => (content === '' ? undefined : `${content.length} characters of HTML`),
  ),
  answers(
    'report_query',
    'report query',
    recorded,
    (shop) => ({ ...primary(shop), path: 'status' }),
    ({ value }) => (typeof value === 'string' ? `status is ${value}` : undefined),
  ),
  answers(
    'report_query_paths',
    'report query',
    recorded,
    (shop) => ({ ...primary(shop), listPaths: true }),
    ({ paths = [] }) => (paths.length > 0 ? `${paths.length} paths` : undefined),
  ),
  answers(
    'report_flaky',
    'report flaky',
    ['run_record_trace', 'replay'],
    (shop) => ({ runs: [shop.trace('primary'), shop.trace('replay of primary')], flakeBudget: 0 }),
    ({ flakeRatePct }) => (flakeRatePct === 0 ? 'the run and its replay end alike' : undefined),
  ),
];

function files({ files: names = [] }: Answer): string | undefined {
  return names.length > 0 ? `${names.length} files` : undefined;
}
