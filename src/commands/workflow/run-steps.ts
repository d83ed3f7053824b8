/**
 * Carries the steps out, one after the other. A step that failed never hides another: what does not need it still runs. A step that was
 * told to be skipped is not executed, and one that takes too long is cancelled, not waited for.
 */
import { asJsonObject } from '../../base/as-json.ts';
import { FozzyError } from '../../base/problem.ts';
import { countText, durationText } from '../../report/quantity.ts';
import { asFozzyError } from '../as-fozzy-error.ts';
import { failed, skipped, type StepEnd, type WorkReport, type WorkStep } from './step.ts';
import type { Workshop } from './workshop.ts';

/** From being told to stop to being given up: time enough to end children and close files. */
const GRACE_MS = 5_000;

export interface Orders {
  readonly skip: ReadonlySet<string>;
  readonly started: (step: string) => void;
  readonly finished: (report: WorkReport) => void;
  readonly graceMs?: number;
}

export async function runSteps(steps: readonly WorkStep[], shop: Workshop, orders: Orders): Promise<readonly WorkReport[]> {
  const reports = new Map<string, WorkReport>();
  for (const step of steps) {
    orders.started(step.name);
    const before = process.hrtime.bigint();
    const end = await endOf(step, shop, orders, reports);
    const report = { name: step.name, ...end, durationMs: Number((process.hrtime.bigint() - before) / 1_000_000n) };
    reports.set(step.name, report);
    orders.finished(report);
  }
  return [...reports.values()];
}

async function endOf(
  step: WorkStep,
  shop: Workshop,
  { skip, graceMs = GRACE_MS }: Orders,
  reports: ReadonlyMap<string, WorkReport>,
): Promise<StepEnd> {
  if (skip.has(step.name)) return skipped('skipped by --skip-steps');
  const blocker = step.needs.find((name) => !isGood(reports.get(name)));
  if (blocker !== undefined) return skipped(`blocked by ${blocker}`);
  try {
    if (shop.context.signal.aborted) throw new FozzyError('interrupted', 'told to stop');
    return await withinLimit(step, shop, graceMs);
  } catch (error) {
    throw shop.context.signal.aborted ? interrupted(step, reports) : error;
  }
}

function isGood(report: WorkReport | undefined): boolean {
  return report?.status === 'passed' || report?.status === 'advisory';
}

/** After its limit a step is told to stop; one that does not even hear that is given up. */
async function withinLimit(step: WorkStep, shop: Workshop, graceMs: number): Promise<StepEnd> {
  const cancel = new AbortController();
  const tooLong = `took longer than ${durationText(step.limitMs)} and was cancelled`;
  const signal = AbortSignal.any([shop.context.signal, cancel.signal]);
  let grace: NodeJS.Timeout | undefined;
  const givenUp = new Promise<StepEnd>((resolve) => {
    cancel.signal.addEventListener('abort', () => (grace = setTimeout(() => resolve(failed(tooLong)), graceMs)));
  });
  const limit = setTimeout(() => cancel.abort(), step.limitMs);
  try {
    const end = await Promise.race([step.perform(shop, signal), givenUp]);
    if (shop.context.signal.aborted) throw new FozzyError('interrupted', 'told to stop');
    return cancel.signal.aborted ? failed(tooLong) : end;
  } catch (error) {
    if (shop.context.signal.aborted) throw error;
    if (cancel.signal.aborted) return failed(tooLong);
    const { code, message, details } = asFozzyError(error);
    // A defect of ours hides no other step either; where it happened is told beside the report, which has no room for it.
    if (code === 'internal') shop.context.log('error', `${step.name}: ${JSON.stringify(details)}`);
    return failed(`[${code}] ${message}`);
  } finally {
    clearTimeout(limit);
    clearTimeout(grace);
  }
}

/** Nothing is kept of a check that was not finished, so what is known by then is told with the error. */
function interrupted(step: WorkStep, reports: ReadonlyMap<string, WorkReport>): FozzyError {
  const steps = [...reports.values()].map((report) => asJsonObject(report));
  return new FozzyError('interrupted', `interrupted during ${step.name}, after ${countText(steps.length, 'step')}`, { details: { steps } });
}
