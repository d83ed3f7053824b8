/** What became of every fault over all runs of a search: one that never fired has tested nothing, and must be seen. */
import type { FaultReport } from '../../trace/summary.ts';

export class FaultTally {
  readonly #reports = new Map<string, FaultReport>();

  add(faults: readonly FaultReport[]): void {
    for (const fault of faults) {
      const key = `${fault.id} ${fault.type}`;
      const known = this.#reports.get(key);
      if (known === undefined) {
        const { inFailure: _inFailure, ...report } = fault;
        this.#reports.set(key, report);
      } else if (fault.fired || (fault.armed && !known.armed)) this.#reports.set(key, merged(known, fault));
    }
  }

  /** With the part each fault had in the failing run, if there is one. */
  reports(failing: readonly FaultReport[] | undefined): readonly FaultReport[] {
    return [...this.#reports.values()].map((report) => {
      const inFailure = failing?.find(({ id, type }) => id === report.id && type === report.type)?.fired ?? false;
      return { ...report, inFailure };
    });
  }
}

function merged(known: FaultReport, fault: FaultReport): FaultReport {
  const firstFiredAtMs = known.firstFiredAtMs ?? fault.firstFiredAtMs;
  return {
    ...known,
    armed: known.armed || fault.armed,
    fired: known.fired || fault.fired,
    count: known.count + fault.count,
    ...(firstFiredAtMs === undefined ? {} : { firstFiredAtMs }),
    effect: known.effect === true || fault.effect === true,
  };
}
