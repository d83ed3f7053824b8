/**
 * Carries the steps out, one after the other. A step that failed never hides another: what does not need it still runs. A step that was
 * told to be skipped is not executed, and one that takes too long is cancelled, not waited for.
 */
import { FozzyError } from '../../base/problem.ts';
import { durationText } from '../../report/quantity.ts';
import { failed, skipped, type StepEnd, type WorkReport, type WorkStep } from './step.ts';
import type { Workshop } from './workshop.ts';

export interface Orders {
  readonly skip: ReadonlySet<string>;
  readonly started: (step: string) => void;
  readonly finished: (report: WorkReport) => void;
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

async function endOf(step: WorkStep, shop: Workshop, { skip }: Orders, reports: ReadonlyMap<string, WorkReport>): Promise<StepEnd> {
  if (skip.has(step.name)) return skipped('skipped by --skip-steps');
  const blocker = step.needs.find((name) => !isGood(reports.get(name)));
  if (blocker !== undefined) return skipped(`blocked by ${blocker}`);
  if (shop.context.signal.aborted) throw interrupted();
  return withinLimit(step, shop);
}

function isGood(report: WorkReport | undefined): boolean {
  return report?.status === 'passed' || report?.status === 'advisory';
}

/** After its limit a step is told to stop; one that does not even hear that is given up. */
async function withinLimit(step: WorkStep, shop: Workshop): Promise<StepEnd> {
  const cancel = new AbortController();
  const tooLong = `took longer than ${durationText(step.limitMs)} and was cancelled`;
  const signal = AbortSignal.any([shop.context.signal, cancel.signal]);
  const limit = setTimeout(() => cancel.abort(), step.limitMs);
  try {
    const end = await step.perform(shop, signal);
    return cancel.signal.aborted ? failed(tooLong) : end;
  } catch (error) {
    if (shop.context.signal.aborted) throw interrupted();
    if (cancel.signal.aborted) return failed(tooLong);
    if (error instanceof FozzyError) return failed(`[${error.code}] ${error.message}`);
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

function interrupted(): FozzyError {
  return new FozzyError('interrupted', 'the steps were interrupted; those that were over are told above', { hint: 'run it again' });
}
