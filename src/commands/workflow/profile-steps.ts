/**
 * The steps about profiles: the recorded run has one, the replay measured the same, and nothing about the two needs an explanation. Only
 * virtual metrics count: how long the host took is never the same twice.
 */
import { existsSync } from 'node:fs';
import type { ProfileOutput } from '../profile/output-shapes.ts';
import { failed, passed, passedIf, type WorkStep, workStep } from './step.ts';
import type { Workshop } from './workshop.ts';

const top = workStep('profile_top', ['run_record_trace'], async (shop, signal) => {
  const { document } = await shop.command('profile top', { runOrTrace: shop.trace('primary') }, signal);
  // The command always answers with this document.
  const { virtualTimeMs, p99LatencyMs } = (document as ProfileOutput<'top'>).metrics;
  return passedIf(p99LatencyMs !== null, p99LatencyMs === null ? 'nothing was measured' : `p99 ${p99LatencyMs}ms of ${virtualTimeMs}ms`);
});

const diff = workStep('profile_diff', ['run_record_trace', 'replay'], async (shop, signal) => {
  const { document } = await shop.command('profile diff', sides(shop), signal);
  // The command always answers with this document.
  const { regressions, domains } = document as ProfileOutput<'diff'>;
  const changed = regressions.filter(({ confidenceMeta }) => confidenceMeta.timeBase === 'virtual');
  if (changed.length > 0) return failed(changed.map(({ metric, left, right }) => `${metric} was ${left}, replayed ${right}`).join('; '));
  return passed(`the run and its replay measure the same: ${domains.join(', ')}`);
});

type ExplainDocument = ProfileOutput<'explain'>;

const explain = workStep('profile_explain', ['run_record_trace', 'replay'], async (shop, signal) => {
  const { left, right } = sides(shop);
  // The command always answers with this document.
  const alone = (await shop.command('profile explain', { runOrTrace: left }, signal)).document as ExplainDocument;
  const missing = alone.evidencePointers.filter((pointer) => !existsSync(pointer.split('#')[0] ?? ''));
  if (missing.length > 0) return failed(`it points at what is not there: ${missing.join(', ')}`);
  // As above.
  const both = (await shop.command('profile explain', { runOrTrace: right, diffWith: left }, signal)).document as ExplainDocument;
  return passedIf(both.likelyCauseDomain === 'none', both.regressionStatement);
});

function sides(shop: Workshop): { readonly left: string; readonly right: string } {
  return { left: shop.trace('primary'), right: shop.trace('replay of primary') };
}

export const profileSteps: readonly WorkStep[] = [top, diff, explain];
