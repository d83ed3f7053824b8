/**
 * The block a person reads when a run ends: verdict, facts, findings, what did not happen, and last the
 * command that repeats the failure. A pure function of the summary, so `report show` prints what the run printed.
 */
import type { MemorySummary, RunSummary, TestCounts } from '../trace/summary.ts';
import { findingLines } from './finding-text.ts';
import { countText, bytesText, durationText } from './quantity.ts';
import { replayCommand } from './reproduce.ts';
import { campaignLines, policyLines, replayLines, shrinkLines, silentFaultLines } from './section-text.ts';
import { statusLabel, statusPaint } from './status.ts';
import { looseFindings, scenarioLines, unexecutedLines } from './scenario-text.ts';
import type { Field, TextStyle } from './text-block.ts';
import { fieldLines, joinLines, section } from './text-block.ts';
import { visibleLine } from './visible.ts';

export interface SummaryTextOptions extends TextStyle {
  /** Replaces the command derived from the summary, for callers that know a shorter one. */
  readonly replayHint?: string;
}

export function renderSummary(summary: RunSummary, options: SummaryTextOptions): string {
  const { paint } = options;
  const command = options.replayHint ?? replayCommand(summary);
  return joinLines([
    `${paint.bold(`fozzy ${summary.mode}`)} ${paint.bold(statusPaint(summary.status, paint)(statusLabel(summary.status)))}`,
    ...fieldLines(factFields(summary), paint),
    ...section('scenarios', scenarioLines(summary, options), paint),
    ...section(
      'findings',
      looseFindings(summary).flatMap((finding) => findingLines(finding, options)),
      paint,
    ),
    ...replayLines(summary, options),
    ...shrinkLines(summary, options),
    ...campaignLines(summary, options),
    ...section('faults and rules that never fired', silentFaultLines(summary), paint),
    ...section('not executed', unexecutedLines(summary, options), paint),
    ...policyLines(summary, options),
    ...section('reproduce', command === undefined ? [] : [`  ${paint.cyan(visibleLine(command))}`], paint),
  ]);
}

function factFields(summary: RunSummary): Field[] {
  const { identity } = summary;
  const facts: readonly (Field | undefined)[] = [
    ['run', identity.runId],
    ['seed', identity.seed],
    ['duration', durationText(summary.durationMs) + (summary.interrupted ? ', interrupted before everything was done' : '')],
    summary.virtualTimeMs > 0 ? ['virtual', durationText(summary.virtualTimeMs)] : undefined,
    summary.tests === undefined ? undefined : ['tests', testsText(summary.tests)],
    summary.memory === undefined ? undefined : ['memory', memoryText(summary.memory)],
    identity.tracePath === undefined ? undefined : ['trace', identity.tracePath],
    ['report', identity.reportPath],
    ['artifacts', identity.artifactsDir],
  ];
  return facts.flatMap((fact) => (fact === undefined ? [] : [[fact[0], visibleLine(fact[1])] as const]));
}

function testsText(tests: TestCounts): string {
  const rest = [tests.skipped > 0 ? `${tests.skipped} skipped` : '', tests.notRun > 0 ? `${tests.notRun} not run` : ''];
  return [`${tests.passed} passed`, `${tests.failed} failed`, ...rest].filter((part) => part !== '').join(', ');
}

function memoryText(memory: MemorySummary): string {
  const parts = [
    `peak ${bytesText(memory.peakBytes)}`,
    `in use ${bytesText(memory.inUseBytes)}`,
    countText(memory.allocCount, 'alloc'),
    countText(memory.freeCount, 'free'),
    memory.failedAllocCount > 0 ? `${memory.failedAllocCount} failed` : '',
    memory.leakedAllocs > 0 ? `leaked ${bytesText(memory.leakedBytes)} in ${countText(memory.leakedAllocs, 'alloc')}` : '',
    memory.hostPeakRssBytes === undefined ? '' : `host peak ${bytesText(memory.hostPeakRssBytes)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
