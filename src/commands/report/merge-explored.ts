/** The shards of a search: their runs are counted as those of one search are, and the first failure of all is the one that is told. */
import { compareText } from '../../base/compare.ts';
import { FozzyError } from '../../base/problem.ts';
import { LotMerge } from '../../campaign/explore/merge-lots.ts';
import { LOTS } from '../../campaign/explore/share.ts';
import { recordWith } from '../../campaign/explore/tally.ts';
import { renderDocument } from '../../store/json-file.ts';
import { finaliseRun, type RunPaths, type TraceInput } from '../../store/finalise.ts';
import { newRunId } from '../../store/run-id.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Finding } from '../../trace/finding.ts';
import type { RunSummary } from '../../trace/summary.ts';
import { type Certificate, CERTIFICATE_FILE } from '../../trace/certificate.ts';
import { policyErrorOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { engineInfo } from '../engine-info.ts';
import { readTrace, resolveRun } from '../open-trace.ts';
import { reportFiles, type Reporting } from '../reporting.ts';
import { certifier } from '../simulation/certify.ts';
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
  const certificate = certificateOf(shards, merge)?.(runId);
  const { summary } = await finaliseRun({
    cwd: context.cwd,
    baseDir: context.config.baseDir,
    runId,
    status: shown.summary.status,
    engine: engineInfo(),
    summarise: (paths) => summaryOf(shards, shown, merge, { runId, paths, strict: context.strict, isCertified: certificate !== undefined }),
    ...(recorded.trace === undefined ? {} : { trace: recorded.trace }),
    events: recorded.events,
    ...(certificate === undefined
      ? {}
      : { extraFiles: [{ name: CERTIFICATE_FILE, kind: 'certificate' as const, text: renderDocument(certificate) }] }),
    render: reportFiles(reporting, context, { events: recorded.events }),
  });
  return { summary, events: recorded.events };
}

/** Nobody has seen all of it, and together they have. */
function certificateOf(shards: readonly ExploreShard[], merge: LotMerge): ((runId: string) => Certificate) | undefined {
  const [first] = shards;
  if (first === undefined || shards.some(({ summary }) => summary.status !== 'pass')) return undefined;
  const { tally } = merge;
  const classes = tally.areClassesKnown ? tally.hashes : undefined;
  const { simulation, explore, ...claim } = first.document.claim;
  const sources = allSources(shards);
  return certifier(
    { search: merge.section(), classes, faults: merge.faults(), nondeterminism: undefined },
    {
      ...claim,
      ...(simulation === undefined ? {} : { simulation: { ...simulation, sources } }),
      ...(explore === undefined ? {} : { explore: { ...explore, sources } }),
    },
    first.document.key.seed,
  );
}

/** A shard may have needed files that another one did not. */
function allSources(shards: readonly ExploreShard[]): ShardDocument['sources'] {
  const all = new Map(shards.flatMap(({ document }) => document.sources.map((source) => [source.path, source] as const)));
  return [...all.values()].toSorted((a, b) => compareText(a.path, b.path));
}

function counted(shards: readonly ExploreShard[]): LotMerge {
  const strategy = shards[0]?.document.key.strategy ?? '';
  const merge = new LotMerge(
    strategy,
    Array.from({ length: LOTS }, (_, lot) => lot),
    shards[0]?.document.key.runs,
  );
  for (const { document } of shards) {
    for (const [number, hash, events, flags, details] of document.made) {
      merge.add(number, recordWith(hash, events, flags, document.details[details]));
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
      ? (bad ?? shards.find(({ document }) => document.last === last?.number))
      : shards.find(({ document }) => document.failing === failing.number);
  const [first] = shards;
  if (found === undefined && first === undefined) throw new FozzyError('shards_invalid', 'no shards were given');
  return found ?? (first as ExploreShard); // there is one, as the line before says
}

interface Place {
  readonly runId: string;
  readonly paths: RunPaths;
  readonly strict: boolean;
  readonly isCertified: boolean;
}

function summaryOf(
  shards: readonly ExploreShard[],
  shown: ExploreShard,
  merge: LotMerge,
  { runId, paths, strict, isCertified }: Place,
): RunSummary {
  const { shard: _shard, policyError: _policyError, identity, simulation, params, ...told } = shown.summary;
  const ended = (['interrupted', 'time'] as const).find((reason) => shards.some(({ document }) => document.stoppedBy === reason));
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
    search: { ...merge.section(ended), ...(isCertified ? { certificate: `${paths.artifactsDir}/${CERTIFICATE_FILE}` } : {}) },
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
