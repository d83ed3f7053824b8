/** Which faults and rules were armed and whether they ever took effect; what never fired stays visible. */
import type { FaultReport } from '../trace/summary.ts';

interface Entry {
  readonly type: string;
  readonly stepPath: string | undefined;
  count: number;
  firstFiredAtMs: number | undefined;
}

export class FaultBook {
  readonly #entries: Entry[] = [];
  readonly #byKey = new Map<string, Entry>();
  /** The setting in force per type and target: state, unlike the counts. */
  #latest = new Map<string, Entry>();
  /** A check-point holds the map; the next change is made to a copy. */
  #latestIsShared = false;

  /** Arming the same step again (in a loop) keeps one entry. `target` tells settings of one type apart that hold side by side. */
  arm(type: string, stepPath: string | undefined, target = ''): void {
    const key = `${type} ${stepPath ?? ''}`;
    let entry = this.#byKey.get(key);
    if (entry === undefined) {
      entry = { type, stepPath, count: 0, firstFiredAtMs: undefined };
      this.#entries.push(entry);
      this.#byKey.set(key, entry);
    }
    if (this.#latestIsShared) this.#latest = new Map(this.#latest);
    this.#latestIsShared = false;
    this.#latest.set(`${type} ${target}`, entry);
  }

  /** The step armed last for a target is the one in force. */
  fireLatest(type: string, nowMs: number, target = ''): void {
    const entry = this.#latest.get(`${type} ${target}`);
    if (entry !== undefined) this.fire(type, entry.stepPath, nowMs);
  }

  save(): unknown {
    this.#latestIsShared = true;
    return this.#latest;
  }

  /** After a rollback the settings of before are in force again; what was armed and fired stays in the report. */
  load(saved: unknown): void {
    // Reason for the cast: only what save gave out is ever handed back.
    this.#latest = saved as Map<string, Entry>;
    this.#latestIsShared = true;
  }

  fire(type: string, stepPath: string | undefined, nowMs: number): void {
    const entry = this.#byKey.get(`${type} ${stepPath ?? ''}`);
    if (entry === undefined) return;
    entry.count += 1;
    entry.firstFiredAtMs ??= nowMs;
  }

  reports(): readonly FaultReport[] {
    return this.#entries.map((entry, index) => ({
      id: `f${index}`,
      type: entry.type,
      ...(entry.stepPath === undefined ? {} : { stepPath: entry.stepPath }),
      armed: true,
      fired: entry.count > 0,
      count: entry.count,
      ...(entry.firstFiredAtMs === undefined ? {} : { firstFiredAtMs: entry.firstFiredAtMs }),
    }));
  }
}
