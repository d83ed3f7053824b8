/** The shards of a search: their runs are counted as those of one search are, and the first failure of all is the one that is told. */
import { FozzyError } from '../../base/problem.ts';
import { LotMerge } from '../../campaign/explore/merge-lots.ts';
import { LOTS } from '../../campaign/explore/share.ts';
import { finaliseRun, type RunPaths, type TraceInput } from '../../store/finalise.ts';
import { newRunId } from '../../store/run-id.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Finding } from '../../trace/finding.ts';
import type { RunSummary } from '../../trace/summary.ts';
import { policyErrorOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { readTrace, resolveRun } from '../open-trace.ts';
import { reportFiles, type Reporting } from '../reporting.ts';
import type { ShardDocument } from '../simulation/shard-file.ts';
import { wholeCommandLine, wholeTime } from './whole.ts';
import type { Shard } from './shard-set.ts';

type ExploreShard = Shard<ShardDocument>;

export interface Merged {
  readonly summary: RunSummary;
  readonly events: readonly TraceEvent[];
}

export async function mergeExplored(shards: readonly ExploreShard[], reporting: Reporting, context: Context): Promise<Merged> {
  checkSources(shards);
  const merge = counted(shards);
  const shown = shownShard(shards, merge);
  const recorded = recordedBy(shown, context);
  const runId = newRunId();
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status: shown.summary.status,
    engine: engineInfo(),
    summarise: (paths) => summaryOf(shards, shown, merge, { runId, paths, strict: context.strict }),
    ...(recorded.trace === undefined ? {} : { trace: recorded.trace }),
    events: recorded.events,
    render: reportFiles(reporting, context, { events: recorded.events }),
  });
  return { summary, events: recorded.events };
}

function counted(shards: readonly ExploreShard[]): LotMerge {
  const strategy = shards[0]?.document.key.strategy ?? '';
  const merge = new LotMerge(
    strategy,
    Array.from({ length: LOTS }, (_, lot) => lot),
  );
  for (const { document } of shards) {
    for (const [number, hash, events, flags, details] of document.made) {
      const { faults, allowed } = document.details[details] ?? { faults: [], allowed: {} };
      merge.add(number, {
        hash,
        events,
        isRedundant: false,
        isTruncated: (flags & 1) !== 0,
        isFailure: (flags & 2) !== 0,
        faults,
        allowed,
      });
    }
    for (const [lot, isExhausted] of document.ended) merge.end(lot, isExhausted);
  }
  merge.giveUp();
  return merge;
}

/** The one with the run the whole is about: the first failure, or the last run. */
function shownShard(shards: readonly ExploreShard[], { failing, last }: LotMerge): ExploreShard {
  const bad = shards.find(({ summary, document }) => summary.status !== 'pass' && document.failing === undefined);
  const found =
    failing === undefined
      ? (bad ?? shards.find(({ document }) => document.last === last))
      : shards.find(({ document }) => document.failing === failing.number);
  const [first] = shards;
  if (found === undefined && first === undefined) throw new FozzyError('shards_invalid', 'no shards were given');
  return found ?? (first as ExploreShard); // there is one, as the line before says
}

interface Place {
  readonly runId: string;
  readonly paths: RunPaths;
  readonly strict: boolean;
}

function summaryOf(shards: readonly ExploreShard[], shown: ExploreShard, merge: LotMerge, { runId, paths, strict }: Place): RunSummary {
  const { shard: _shard, policyError: _policyError, identity, simulation, params, ...told } = shown.summary;
  const isTimeUp = shards.some(({ document }) => document.stoppedBy === 'time');
  const findings = told.status === 'pass' ? agreed(shards) : told.findings;
  const policyError = policyErrorOf(told.status, findings, strict);
  const { allowed } = merge.tally;
  return {
    ...told,
    identity: { runId, seed: identity.seed, ...paths },
    ...wholeTime(shards.map(({ summary }) => summary)),
    params: { ...params, commandLine: wholeCommandLine(params.commandLine) },
    ...(simulation === undefined ? {} : { simulation: { ...simulation, ...(Object.keys(allowed).length === 0 ? {} : { allowed }) } }),
    findings,
    faults: told.shrink === undefined ? merge.faults() : told.faults,
    search: merge.section(isTimeUp),
    ...(policyError === undefined ? {} : { policyError }),
  };
}

/** What a search that passed warns about is that something never happened; it did not if it did in none of the shards. */
function agreed(shards: readonly ExploreShard[]): readonly Finding[] {
  const [first, ...others] = shards.map(({ summary }) => summary.findings);
  return (first ?? []).filter(({ fingerprint }) =>
    others.every((findings) => findings.some((finding) => finding.fingerprint === fingerprint)),
  );
}

function recordedBy(
  { selector, summary }: ExploreShard,
  context: Context,
): { readonly trace?: TraceInput; readonly events: readonly TraceEvent[] } {
  const { tracePath } = resolveRun(selector, context);
  if (summary.status === 'pass' || tracePath === undefined) return { events: [] };
  const text = readTrace(tracePath);
  const { summary: _summary, ...body } = decodeTrace(text, tracePath).document;
  return { trace: { body: () => body, verbatim: text }, events: body.events };
}

/** A file that two shards loaded must have been the same. */
function checkSources(shards: readonly ExploreShard[]): void {
  const known = new Map<string, { readonly blake3: string; readonly selector: string }>();
  for (const { document, selector } of shards) {
    for (const { path, blake3 } of document.sources) {
      const there = known.get(path);
      if (there !== undefined && there.blake3 !== blake3) {
        throw new FozzyError('shards_invalid', `${there.selector} and ${selector} were made with different versions of ${path}`, {
          hint: 'run all shards on the same commit',
        });
      }
      known.set(path, { blake3, selector });
    }
  }
}
