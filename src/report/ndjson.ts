/** A run as a row of events, one JSON document per line, for programs that read as they go: how it began, each result, each finding, what happened in it, how it ended. */
import { asJson, asJsonObject } from '../base/as-json.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import type { JsonObject } from '../base/json.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { RunSummary } from '../trace/summary.ts';
import { remarksOf } from './remarks.ts';

export function renderNdjson(summary: RunSummary, events: readonly TraceEvent[] = []): string {
  const { identity, mode, status, params, startedAt, finishedAt, durationMs } = summary;
  const lines: JsonObject[] = [
    { event: 'run_started', mode, runId: identity.runId, seed: identity.seed, startedAt, commandLine: [...params.commandLine] },
    ...(summary.results ?? []).map((result) => {
      const { findings: _findings, ...rest } = result;
      return { event: 'test_finished', ...asJsonObject(rest) };
    }),
    ...events.map((event) => ({ event: 'trace', ...asJsonObject(event) })),
    ...remarksOf(summary).map(({ level, finding, message, item }) => ({
      event: 'finding',
      level,
      scenario: item.path,
      name: item.name,
      ...(finding === undefined ? { message } : asJsonObject(finding)),
      ...asJsonObject(item.commands),
    })),
    ...summary.faults.map((fault) => ({ event: 'fault', ...asJsonObject(fault) })),
    {
      event: 'run_finished',
      status,
      finishedAt,
      durationMs,
      ...(summary.tests === undefined ? {} : { tests: asJson(summary.tests) }),
      ...(summary.search === undefined ? {} : { search: summary.search }),
      ...(summary.policyError === undefined ? {} : { policyError: asJson(summary.policyError) }),
      reportPath: identity.reportPath,
      ...(identity.tracePath === undefined ? {} : { tracePath: identity.tracePath }),
    },
  ];
  return lines.map((line) => `${canonicalJson({ schemaVersion: 'fozzy.report_event.v1', ...line })}\n`).join('');
}
