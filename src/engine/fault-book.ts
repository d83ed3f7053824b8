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
  readonly #latest = new Map<string, Entry>();

  /** Arming the same step again (in a loop) keeps one entry. `target` tells settings of one type apart that hold side by side. */
  arm(type: string, stepPath: string | undefined, target = ''): void {
    const key = `${type} ${stepPath ?? ''}`;
    let entry = this.#byKey.get(key);
    if (entry === undefined) {
      entry = { type, stepPath, count: 0, firstFiredAtMs: undefined };
      this.#entries.push(entry);
      this.#byKey.set(key, entry);
    }
    this.#latest.set(`${type} ${target}`, entry);
  }

  /** The step armed last for a target is the one in force. */
  fireLatest(type: string, nowMs: number, target = ''): void {
    const entry = this.#latest.get(`${type} ${target}`);
    if (entry !== undefined) this.fire(type, entry.stepPath, nowMs);
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
