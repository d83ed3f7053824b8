/** The shards of a `test`: all results in the order in which one machine would have had them, with their traces. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ChildRun, finaliseRun, type RunPaths } from '../../store/finalise.ts';
import { newRunId } from '../../store/run-id.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { FaultReport, RunSummary, TestResult } from '../../trace/summary.ts';
import { policyErrorOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { readTrace } from '../open-trace.ts';
import { reportFiles, type Reporting } from '../reporting.ts';
import type { TestShardDocument } from '../test/shard-tests.ts';
import { aggregateStatus, countTests, mergeFaults, mergeFindings, mergeMemory } from '../test/test-summary.ts';
import type { Merged } from './merge-explored.ts';
import type { Shard } from './shard-set.ts';
import { wholeCommandLine, wholeTime } from './whole.ts';

interface Placed {
  readonly result: TestResult;
  readonly faults: readonly FaultReport[];
  /** Where its trace is now, if it left one. */
  readonly trace: string | undefined;
}

export async function mergeTests(shards: readonly Shard<TestShardDocument>[], reporting: Reporting, context: Context): Promise<Merged> {
  const placed = shards.flatMap(placedResults).sort((a, b) => a.result.ordinal - b.result.ordinal);
  const status = aggregateStatus(placed.map(({ result }) => result));
  const runId = newRunId();
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status,
    engine: engineInfo(),
    summarise: (paths, traces) => summaryOf(shards, placed, { status, runId, paths, traces, strict: context.strict }),
    children: childrenOf(placed),
    render: reportFiles(reporting, context),
  });
  return { summary, events: [] };
}

/** The results of a shard at their places in the whole, each with its own faults. */
function placedResults({ document, summary, runDir }: Shard<TestShardDocument>): readonly Placed[] {
  let used = 0;
  return (summary.results ?? []).map((result, at) => {
    const { ordinal, faults } = document.results[at] ?? { ordinal: at + 1, faults: 0 };
    const own = summary.faults.slice(used, used + faults).map((fault) => ({ ...fault, ordinal }));
    used += faults;
    return { result: { ...result, ordinal }, faults: own, trace: traceNow(result.tracePath, runDir) };
  });
}

/** The directory of a shard may have been moved since. */
function traceNow(path: string | undefined, runDir: string): string | undefined {
  if (path === undefined) return undefined;
  const [inside] = /tests[\\/][^\\/]+[\\/][^\\/]+$/u.exec(path) ?? [];
  return [...(inside === undefined ? [] : [join(runDir, inside)]), path].find((candidate) => existsSync(candidate));
}

function* childrenOf(placed: readonly Placed[]): Generator<ChildRun> {
  for (const { result, trace } of placed) {
    if (trace === undefined || result.status === 'skipped' || result.status === 'not_run') continue;
    const text = readTrace(trace);
    const { summary, ...body } = decodeTrace(text, trace).document;
    const { ordinal, name, status } = result;
    yield { ordinal, name, status, trace: { body: () => body, verbatim: text }, summarise: () => summary };
  }
}

interface Place {
  readonly status: RunSummary['status'];
  readonly runId: string;
  readonly paths: RunPaths;
  readonly traces: ReadonlyMap<number, string>;
  readonly strict: boolean;
}

function summaryOf(
  shards: readonly Shard<TestShardDocument>[],
  placed: readonly Placed[],
  { status, runId, paths, traces, strict }: Place,
): RunSummary {
  const summaries = shards.map(({ summary }) => summary);
  const results = placed.map(({ result }) => {
    const tracePath = traces.get(result.ordinal) ?? result.tracePath;
    return tracePath === undefined ? result : { ...result, tracePath };
  });
  const memory = mergeMemory(summaries.flatMap((summary) => summary.memory ?? []));
  const policyError = policyErrorOf(
    status,
    results.flatMap(({ findings }) => findings),
    strict,
  );
  const { params, identity } = summaries[0] ?? shardless();
  return {
    status,
    mode: 'test',
    identity: { runId, seed: identity.seed, reportPath: paths.reportPath, artifactsDir: paths.artifactsDir },
    ...wholeTime(summaries),
    virtualTimeMs: Math.max(0, ...summaries.map(({ virtualTimeMs }) => virtualTimeMs)),
    params: { ...params, commandLine: wholeCommandLine(params.commandLine) },
    tests: countTests(results),
    results,
    ...(memory === undefined ? {} : { memory }),
    findings: mergeFindings(results),
    faults: mergeFaults(placed.flatMap(({ faults }) => faults)),
    ...(policyError === undefined ? {} : { policyError }),
  };
}

function shardless(): never {
  throw new Error('a set of shards holds at least one');
}
