/** The end of a run: leak policy, fault report, and everything gathered into one outcome. */
import { asJsonObject } from '../base/as-json.ts';
import type { Finding } from '../trace/finding.ts';
import { failed } from './failure.ts';
import { findingForRun } from './finding-for.ts';
import type { MemoryReport, Outcome } from './outcome.ts';
import type { Run } from './run.ts';

export function concludeRun(run: Run): Outcome {
  const memory = memoryReport(run);
  const judged = run.status === 'pass' && run.mismatch === undefined;
  const leaks = judged && memory !== undefined ? leakFindings(run, memory) : [];
  return {
    status: leaks.length > 0 ? 'fail' : (run.status ?? 'error'),
    findings: [...run.findings, ...leaks, ...(memory === undefined ? [] : budgetFindings(run, memory))],
    faults: run.faults.reports(),
    memory,
    virtualTimeMs: run.time.nowMs,
    stepsExecuted: run.stepsExecuted,
    log: run.decider.log,
    events: run.sink?.events ?? [],
    interrupted: run.interrupted,
    mismatch: run.mismatch,
    unusedDecisions: run.decider.unused,
  };
}

function memoryReport(run: Run): MemoryReport | undefined {
  const { memory } = run.world;
  if (!memory.used && !run.settings.memory.track) return undefined;
  const peak = run.hostPeakRssBytes;
  return {
    summary: { ...memory.counts(), ...(peak > 0 ? { hostPeakRssBytes: peak } : {}) },
    leaks: memory.leaks().map((leak) => asJsonObject(leak)),
    graph: asJsonObject(memory.graph()),
    timeline: memory.timeline(),
  };
}

function leakFindings(run: Run, report: MemoryReport): readonly Finding[] {
  const { leakedBytes, leakedAllocs } = report.summary;
  const { fail_on_leak: failOnLeak, leak_budget_bytes: budget } = run.settings.memory;
  const findings: Finding[] = [];
  const details = { leakedBytes, leakedAllocs, leaks: report.leaks.slice(0, LEAKS_TOLD_MAX) };
  if (leakedBytes > 0 && (budget === undefined || failOnLeak)) {
    const message = `${leakedAllocs} allocation(s) with ${leakedBytes} bytes were never freed`;
    findings.push(findingForRun(failed('checker', 'memory_leak', message, details), run.settings));
  }
  if (budget !== undefined && leakedBytes > budget) {
    const message = `${leakedBytes} bytes leaked, the budget is ${budget}`;
    findings.push(findingForRun(failed('checker', 'memory_leak_budget', message, { ...details, budget }), run.settings));
  }
  return findings;
}

/** Warnings: the run stays what it is, strict mode rejects it. */
function budgetFindings(run: Run, report: MemoryReport): readonly Finding[] {
  const { heap_alloc_budget_bytes: allocBudget, heap_in_use_budget_bytes: inUseBudget } = run.settings.memory;
  return [
    overBudget(run, 'heap_alloc_budget', allocBudget === undefined ? 0 : run.world.memory.allocatedBytes(), allocBudget, 'allocated'),
    overBudget(run, 'heap_in_use_budget', report.summary.peakBytes, inUseBudget, 'in use at once'),
  ].filter((finding) => finding !== undefined);
}

function overBudget(run: Run, title: string, bytes: number, budget: number | undefined, told: string): Finding | undefined {
  if (budget === undefined || bytes <= budget) return undefined;
  const message = `${bytes} bytes were ${told}, the budget is ${budget}`;
  return findingForRun(failed('checker', title, message, { bytes, budget }), run.settings);
}

/** A finding names the first leaks; the memory artifacts list all of them. */
const LEAKS_TOLD_MAX = 16;
