/** What a selected run or trace ended with: the report of the run, or the summary a trace holds where that is what was named. */
import { decodeTrace } from '../trace/decode.ts';
import { orderSummary } from '../trace/summary-order.ts';
import type { RunSummary } from '../trace/summary.ts';
import { type Resolved, traceOf } from '../store/selector.ts';
import type { Context } from './context.ts';
import { readTrace, resolveRun } from './open-trace.ts';

export function selectedSummary(selector: string, context: Context): RunSummary {
  return summaryOf(resolveRun(selector, context));
}

/** One trace out of several names what it holds; the only trace of a run names the run. */
export function summaryOf(resolved: Resolved): RunSummary {
  const { report, tracePaths, tracePath } = resolved;
  if (report !== undefined && (tracePath === undefined || tracePaths.length <= 1)) return report;
  const path = traceOf(resolved);
  return orderSummary(decodeTrace(readTrace(path), path).document.summary);
}
