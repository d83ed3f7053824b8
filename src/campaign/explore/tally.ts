/** What a search counts. A run is a record of a few values, so that it can be counted where it was not made. */
import { compareText } from '../../base/compare.ts';
import type { HashSet } from '../../base/hash-set.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { FaultReport, SearchSection } from '../../trace/summary.ts';
import { FaultTally } from './fault-tally.ts';

export interface RunRecord {
  /** Equivalent runs have the same; where that is not known, runs that made the same decisions. */
  readonly hash: string;
  readonly events: number;
  readonly isRedundant: boolean;
  readonly isTruncated: boolean;
  readonly isFailure: boolean;
  readonly faults: readonly FaultReport[];
  readonly allowed: Readonly<Record<string, number>>;
}

export function recordOf(outcome: Outcome): RunRecord {
  return {
    hash: outcome.scheduleClass ?? outcome.log.hash.hex(),
    events: outcome.stepsExecuted,
    isRedundant: outcome.isRedundant === true,
    isTruncated: outcome.truncated === true || outcome.findings.some((finding) => finding.title === 'hang'),
    isFailure: outcome.status !== 'pass',
    faults: outcome.faults,
    allowed: outcome.allowed ?? {},
  };
}

export class Tally {
  schedules = 0;
  /** Runs that were ended on the way because the rest was seen before. */
  redundant = 0;
  truncated = 0;
  #events = 0;
  readonly #distinct = new Set<string>();
  readonly #faults = new FaultTally();
  readonly allowed: Record<string, number> = {};
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
    this.#distinct.add(record.hash);
    this.#faults.add(record.faults);
    for (const title in record.allowed) this.allowed[title] = (this.allowed[title] ?? 0) + (record.allowed[title] ?? 0);
  }

  /** What runs were told apart by, sorted. */
  get hashes(): readonly string[] {
    return [...this.#distinct].sort(compareText);
  }

  /** What became of every fault, with the part each had in the failing run, if there is one. */
  faults(failing: readonly FaultReport[] | undefined): readonly FaultReport[] {
    return this.#faults.reports(failing);
  }

  section(stoppedBy: SearchSection['stoppedBy'], exhaustive: boolean): SearchSection {
    return {
      strategy: this.#strategy,
      schedules: this.schedules,
      distinctSchedules: this.#distinct.size,
      ...(this.#states === undefined || this.#states.size === 0 ? {} : { statesVisited: this.#states.size }),
      truncatedSchedules: this.truncated,
      events: this.#events,
      exhaustive,
      stoppedBy,
      ...(stoppedBy === 'failure' ? { failingSchedule: this.schedules } : {}),
    };
  }
}
