/** A search whose runs are divided among workers, or among machines. What it finds does not depend on how many there are. */
import { executeOnce } from '../../campaign/execute-many.ts';
import { type Explored, replayObserved, unconfirmed } from '../../campaign/explore/explore.ts';
import { LotMerge } from '../../campaign/explore/merge-lots.ts';
import { lotsOf, type Share } from '../../campaign/explore/share.ts';
import type { StrategyName } from '../../campaign/explore/strategy-names.ts';
import type { RunRecord } from '../../campaign/explore/tally.ts';
import { type Disagreement, escalate, type OnEscalation } from '../../campaign/guard.ts';
import { FozzyError } from '../../base/problem.ts';
import type { U64 } from '../../base/u64.ts';
import { DeviatingSource } from '../../decide/deviating.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { SearchSection } from '../../trace/summary.ts';
import type { Explorable } from './explorable.ts';
import { type CrewResult, runCrew } from './search-crew.ts';
import { workerEntry } from './worker-process.ts';

export interface DividedSearch {
  readonly strategy: StrategyName;
  readonly seed: U64;
  readonly runs: number;
  readonly jobs: number;
  readonly shard: Share;
  readonly cwd: string;
  readonly isTimeUp: () => boolean;
  readonly breathe: (soFar: SearchSection) => boolean;
  readonly onEscalation: OnEscalation;
}

export interface Divided extends Explored {
  /** Every run that was counted, by its number in the whole, and the lots that have nothing left; for those who put shards together. */
  readonly made: readonly (readonly [number, RunRecord])[];
  readonly ended: readonly (readonly [lot: number, isExhausted: boolean])[];
  /** By its number in the whole. */
  readonly failingNumber: number | undefined;
  readonly lastNumber: number | undefined;
}

/** Again from the beginning, with runs kept further apart, whenever two runs of the same decisions were not the same. */
export async function exploreDivided(simulation: Explorable, search: DividedSearch): Promise<Divided> {
  const entry = workerEntry();
  if (entry === undefined || simulation.order === undefined) throw noWorkers(simulation.file);
  for (;;) {
    const merge = new KeepingMerge(search.strategy, lotsOf(search.shard), search.runs);
    const { strategy, seed, runs, jobs, cwd } = search;
    const crew = await runCrew({
      entry,
      cwd,
      simulation,
      search: { strategy, seed, runs },
      lots: lotsOf(search.shard),
      jobs,
      merge,
      tick: () => {
        if (!search.breathe({ ...merge.tally.section('runs', false), schedules: merge.made })) return 'interrupted';
        return search.isTimeUp() ? 'time' : undefined;
      },
    });
    const { explored, disagreement } = await concluded(simulation, merge, crew, search.shard);
    if (disagreement === undefined) return explored;
    const nondeterminism = await escalate(simulation.subject, disagreement, search.onEscalation);
    if (nondeterminism !== undefined) return { ...explored, nondeterminism };
  }
}

async function concluded(
  simulation: Explorable,
  merge: KeepingMerge,
  crew: CrewResult,
  shard: Share,
): Promise<{ readonly explored: Divided; readonly disagreement: Disagreement | undefined }> {
  const { failing, last, stoppedBy } = crew;
  const isSafe = !crew.isDeadly || (await keepFarApart(simulation));
  const canBeRepeated = failing !== undefined && failing.log.length > 0 && isSafe;
  const failure = canBeRepeated ? await replayObserved(simulation.subject, failing.log) : failing;
  const explored: Divided = {
    search: ofShard(merge.section(stoppedBy), shard),
    failure,
    last: last ?? (failure === undefined ? await calmRun(simulation) : undefined),
    faults: merge.faults(),
    allowed: merge.tally.allowed,
    classes: merge.tally.areClassesKnown ? merge.tally.hashes : undefined,
    interrupted: stoppedBy === 'interrupted',
    nondeterminism: undefined,
    made: merge.kept,
    ended: merge.ended,
    failingNumber: merge.failing?.number,
    lastNumber: merge.last?.number,
  };
  // What was judged in the runs that count, whoever made them, and in no others: neither those that came too late nor those made here.
  simulation.evaluated?.clear();
  for (const pointer of merge.tally.judged) simulation.evaluated?.add(pointer);
  return { explored, disagreement: crew.disagreement ?? (canBeRepeated ? unconfirmed(failing, failure) : undefined) };
}

/** Whoever has tried everything in a part has not tried everything there is. */
function ofShard(search: SearchSection, { of }: Share): SearchSection {
  return of > 1 ? { ...search, exhaustive: false } : search;
}

/** A run that ended its process would end this one too. False when it cannot be prevented, because the user wants runs to be made here. */
async function keepFarApart({ subject: { tiers } }: Explorable): Promise<boolean> {
  if (tiers === undefined) return false;
  for (let goesOn = tiers.isolation !== 'process'; goesOn; ) {
    goesOn = await tiers.escalate('a run ended the process it ran in');
  }
  return tiers.isolation === 'process';
}

/** A search that was cut short has something to show all the same. */
function calmRun({ subject }: Explorable): Promise<Outcome> {
  return executeOnce(subject, () => ({ source: new DeviatingSource([]) }));
}

function noWorkers(file: string): FozzyError {
  return new FozzyError('usage', `${file}: there are no workers to divide the search among: this Fozzy has not been built`, {
    hint: 'run `npm run build`, or search without --jobs and --shard',
  });
}

/** Keeps what was counted. */
class KeepingMerge extends LotMerge {
  readonly kept: (readonly [number, RunRecord])[] = [];
  readonly ended: (readonly [number, boolean])[] = [];

  protected override counted(number: number, record: RunRecord): void {
    this.kept.push([number, record]);
  }

  override end(lot: number, isExhausted: boolean): void {
    super.end(lot, isExhausted);
    this.ended.push([lot, isExhausted]);
  }
}
