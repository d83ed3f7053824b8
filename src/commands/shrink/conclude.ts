/** The run a `shrink` leaves behind: its summary, the smaller trace, and how memory changed. */
import type { Minimised } from '../../campaign/shrink/minimise.ts';
import type { StepsCandidate } from '../../campaign/shrink/steps-candidate.ts';
import { prettyJson } from '../../base/canonical-json.ts';
import { progressEvent } from '../../report/progress.ts';
import { type FinaliseInput, finaliseRun, type RunPaths } from '../../store/finalise.ts';
import type { RecordTarget } from '../../store/record-target.ts';
import { newRunId } from '../../store/run-id.ts';
import type { Finding } from '../../trace/finding.ts';
import type { MemorySummary, RunSummary, ShrinkSection, ShrinkSize } from '../../trace/summary.ts';
import type { stopwatch, Times } from '../../world/clock/stopwatch.ts';
import type { CommandResult } from '../command.ts';
import { resultOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { memoryOptionsOf, type OpenedTrace } from '../open-trace.ts';
import { staleFindings } from '../stale-trace.ts';
import { embeddedSummary, type Proven } from './prove.ts';

export interface Job {
  readonly opened: OpenedTrace;
  readonly target: RecordTarget;
  readonly times: ReturnType<typeof stopwatch>;
  readonly context: Context;
}

export interface ShrunkJob extends Job {
  readonly failure: Finding | undefined;
  readonly found: Minimised<StepsCandidate>;
  readonly proven: Proven<StepsCandidate>;
  readonly before: ShrinkSize;
  readonly after: ShrinkSize;
}

export function writeShrunk(job: ShrunkJob): Promise<CommandResult> {
  const { found, proven, failure } = job;
  return writeKept(job, proven, {
    preserved: true,
    fingerprint: failure?.fingerprint ?? null,
    // A result that had to be given up for the original was never shown to be minimal.
    minimal: found.stoppedBy === 'minimal' && proven.candidate === found.best,
    stoppedBy: found.stoppedBy,
    candidates: found.candidates,
    before: job.before,
    after: job.after,
  });
}

/** Of whatever kind: what was proven to reproduce, and how it was found. */
export function writeKept(job: Job, { outcome, body }: Proven, section: Omit<ShrinkSection, 'out'>): Promise<CommandResult> {
  const { opened } = job;
  const delta = memoryDelta(opened.decoded.document.memory?.summary, outcome.memory?.summary);
  const artifacts = memoryOptionsOf(opened.decoded).artifacts || job.context.environment.artifactsFull;
  const run = embeddedSummary(opened.decoded.document.summary, outcome, job);
  return conclude(
    job,
    { run, section },
    {
      trace: { body: () => body, record: job.target, embed: (summary) => embeddedSummary(summary, outcome, job) },
      ...(delta === undefined ? {} : { extraFiles: [{ name: 'memory.delta.json', kind: 'memory', text: delta }] }),
      ...(outcome.memory !== undefined && artifacts ? { memory: outcome.memory } : {}),
    },
  );
}

/** Nothing failed, so nothing can be shrunk without losing it. */
export function copyUnchanged(job: Job, size: ShrinkSize): Promise<CommandResult> {
  const { document } = job.opened.decoded;
  const { summary, ...body } = document;
  const section = {
    preserved: true,
    fingerprint: null,
    minimal: false,
    stoppedBy: 'nothing_to_shrink' as const,
    candidates: 0,
    reason: 'nothing_to_shrink',
    before: size,
    after: size,
  };
  return conclude(job, { run: summary, section }, { trace: { body: () => body, record: job.target, verbatim: job.opened.text } });
}

interface Result {
  /** What the trace in the end holds. */
  readonly run: Pick<RunSummary, 'status' | 'virtualTimeMs' | 'memory' | 'findings' | 'faults'>;
  readonly section: Omit<ShrinkSection, 'out'>;
}

async function conclude(job: Job, result: Result, files: Pick<FinaliseInput, 'trace' | 'extraFiles' | 'memory'>): Promise<CommandResult> {
  const { context } = job;
  const interrupted = result.section.stoppedBy === 'interrupted';
  const status = interrupted ? 'error' : result.run.status;
  const runId = newRunId();
  const taken = job.times();
  context.progress(progressEvent('shrink', { event: 'finished', status }));
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status,
    engine: engineInfo(),
    summarise: (paths) => summaryOf(job, result, { status, runId, paths, times: taken }),
    prettyTrace: context.environment.tracePretty,
    // What an interruption leaves is no result, and a file that looks like one would be taken for it.
    ...(interrupted ? {} : files),
  });
  return { ...resultOf(summary, { printed: ['pretty'], files: [] }, context), exitCode: 0 };
}

interface About {
  readonly status: RunSummary['status'];
  readonly runId: string;
  readonly paths: RunPaths;
  readonly times: Times;
}

function summaryOf({ opened, context, target }: Job, { run, section }: Result, about: About): RunSummary {
  const { document } = opened.decoded;
  const { before, after, reason, ...how } = section;
  const isInterrupted = how.stoppedBy === 'interrupted';
  const out = isInterrupted ? {} : { out: about.paths.tracePath ?? target.path };
  return {
    status: about.status,
    mode: 'shrink',
    identity: { runId: about.runId, seed: document.summary.identity.seed, ...about.paths },
    ...about.times,
    virtualTimeMs: run.virtualTimeMs,
    params: { ...document.params, commandLine: context.commandLine },
    ...(isInterrupted ? { interrupted: true } : {}),
    ...(run.memory === undefined ? {} : { memory: run.memory }),
    findings: [...run.findings, ...staleFindings(opened.decoded, opened.path)],
    faults: run.faults,
    shrink: { ...how, ...out, ...(reason === undefined ? {} : { reason }), before, after },
  };
}

/** Only when both runs kept account of memory; otherwise there is nothing to compare. */
function memoryDelta(before: MemorySummary | undefined, after: MemorySummary | undefined): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const delta = {
    schemaVersion: 'fozzy.memory_delta.v1',
    beforeLeakedBytes: before.leakedBytes,
    afterLeakedBytes: after.leakedBytes,
    beforeLeakedAllocs: before.leakedAllocs,
    afterLeakedAllocs: after.leakedAllocs,
    beforeAllocCount: before.allocCount,
    afterAllocCount: after.allocCount,
  };
  return `${prettyJson(delta)}\n`;
}
