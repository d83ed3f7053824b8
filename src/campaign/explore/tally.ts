/** What a search counts. A run is a record of a few values, so that it can be counted where it was not made. */
import { compareText } from '../../base/compare.ts';
import type { HashSet } from '../../base/hash-set.ts';
import type { CrashedDisk, Outcome } from '../../engine/outcome.ts';
import type { CrashStateCount, FaultReport, SearchSection } from '../../trace/summary.ts';
import { FaultTally } from './fault-tally.ts';

export interface RunRecord {
  /** Equivalent runs have the same; where that is not known, runs that made the same decisions. */
  readonly hash: string;
  readonly events: number;
  /** It was ended on the way because the rest was seen before. */
  readonly isRedundant: boolean;
  /** Nobody could tell which others are equivalent to it. */
  readonly isUnclassified: boolean;
  readonly isTruncated: boolean;
  readonly isFailure: boolean;
  /** Of a search in lots: it was made before there were any. */
  readonly isOpening?: boolean;
  readonly faults: readonly FaultReport[];
  readonly allowed: Readonly<Record<string, number>>;
  readonly powerLosses?: readonly CrashedDisk[] | undefined;
  /** Asserts and invariants that were judged, sorted. */
  readonly judged?: readonly string[] | undefined;
}

/** What many runs have in common. */
export type RunDetails = Pick<RunRecord, 'faults' | 'allowed' | 'powerLosses' | 'judged'>;

/** What can be said of a run with yes or no, as bits: truncated, failed, redundant, unclassified, made before there were lots. */
export function flagsOf({ isTruncated, isFailure, isRedundant, isUnclassified, isOpening = false }: RunRecord): number {
  return (isTruncated ? 1 : 0) | (isFailure ? 2 : 0) | (isRedundant ? 4 : 0) | (isUnclassified ? 8 : 0) | (isOpening ? 16 : 0);
}

export function recordWith(hash: string, events: number, flags: number, details: RunDetails = { faults: [], allowed: {} }): RunRecord {
  return {
    hash,
    events,
    isTruncated: (flags & 1) !== 0,
    isFailure: (flags & 2) !== 0,
    isRedundant: (flags & 4) !== 0,
    isUnclassified: (flags & 8) !== 0,
    isOpening: (flags & 16) !== 0,
    ...details,
  };
}

export function recordOf(outcome: Outcome): RunRecord {
  return {
    hash: outcome.scheduleClass ?? outcome.log.hash.hex(),
    events: outcome.stepsExecuted,
    isRedundant: outcome.isRedundant === true,
    isUnclassified: outcome.scheduleClass === undefined,
    isTruncated: outcome.truncated === true || outcome.findings.some((finding) => finding.title === 'hang'),
    isFailure: outcome.status !== 'pass',
    faults: outcome.faults,
    allowed: outcome.allowed ?? {},
    ...(outcome.powerLosses === undefined ? {} : { powerLosses: outcome.powerLosses }),
    ...(outcome.judged === undefined ? {} : { judged: [...outcome.judged].sort(compareText) }),
  };
}

export class Tally {
  schedules = 0;
  /** Runs that were ended on the way because the rest was seen before. */
  redundant = 0;
  truncated = 0;
  /** Whether it is known of all runs which others are equivalent to them. */
  areClassesKnown = true;
  #events = 0;
  readonly #distinct = new Set<string>();
  readonly #faults = new FaultTally();
  readonly #crashes = { tried: 0, sampled: 0, disks: new Set<string>() };
  readonly allowed: Record<string, number> = {};
  /** By the runs that were counted. */
  readonly judged = new Set<string>();
  readonly #strategy: string;
  readonly #states: HashSet | undefined;

  /** `states` fills as runs are made here; what is counted elsewhere is not known. */
  constructor(strategy: string, states?: HashSet) {
    this.#strategy = strategy;
    this.#states = states;
  }

  add(record: RunRecord): void {
    this.#events += record.events;
    if (record.isRedundant) {
      this.redundant += 1;
      return;
    }
    this.schedules += 1;
    if (record.isTruncated) this.truncated += 1;
    if (record.isUnclassified) this.areClassesKnown = false;
    this.#distinct.add(record.hash);
    this.#faults.add(record.faults);
    for (const { disk, isSampled } of record.powerLosses ?? []) {
      this.#crashes.tried += 1;
      this.#crashes.disks.add(disk);
      if (isSampled === true) this.#crashes.sampled += 1;
    }
    for (const pointer of record.judged ?? []) this.judged.add(pointer);
    for (const title in record.allowed) this.allowed[title] = (this.allowed[title] ?? 0) + (record.allowed[title] ?? 0);
  }

  /** Runs were cut short, or met only some of the disks a power loss could have left: whoever has tried all that was offered has not tried all there is. */
  get isIncomplete(): boolean {
    return this.truncated > 0 || this.#crashes.sampled > 0;
  }

  /** What runs were told apart by, sorted. */
  get hashes(): readonly string[] {
    return [...this.#distinct].sort(compareText);
  }

  /** What became of every fault, with the part each had in the failing run, if there is one. */
  faults(failing: readonly FaultReport[] | undefined): readonly FaultReport[] {
    return this.#faults.reports(failing);
  }

  #crashStates(): CrashStateCount {
    const { tried, sampled, disks } = this.#crashes;
    return { tried, distinct: disks.size, sampled };
  }

  section(stoppedBy: SearchSection['stoppedBy'], exhaustive: boolean): SearchSection {
    return {
      strategy: this.#strategy,
      schedules: this.schedules,
      distinctSchedules: this.#distinct.size,
      ...(this.#states === undefined || this.#states.size === 0 ? {} : { statesVisited: this.#states.size }),
      truncatedSchedules: this.truncated,
      events: this.#events,
      ...(this.#crashes.tried === 0 ? {} : { crashStates: this.#crashStates() }),
      exhaustive,
      stoppedBy,
      ...(stoppedBy === 'failure' ? { failingSchedule: this.schedules } : {}),
    };
  }
}
