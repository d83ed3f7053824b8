/**
 * How much one call takes. Steps are passes through the counted blocks of the target: the same for every machine and every run, but blind to
 * what the engine does inside, regular expressions for one. Milliseconds see everything, and depend on the day.
 */
import { siteTable } from '../../sim/load/sites.ts';

export interface Effort {
  readonly unit: 'steps' | 'ms';
  /** Below this nothing can be said. */
  readonly least: number;
  /** From here on the growth is plain. */
  readonly plenty: number;
  /** What is no more than a moment. */
  readonly moment: number;
  /** How often a call is measured; the least of it counts. */
  readonly repeats: number;
  /** A rough figure costs far less, and may be too high: what others did meanwhile is part of it. */
  start(isRough?: boolean): void;
  spent(): number;
}

/** The counters must have been put to zero before the call. */
export function stepEffort(): Effort {
  const table = siteTable();
  let before = 0;
  return {
    unit: 'steps',
    least: 20_000,
    plenty: 400_000,
    moment: 100,
    repeats: 1,
    start: () => {
      before = table.passed;
    },
    spent: () => table.passed - before + table.residue(),
  };
}

/** Neither the time others took the processor away nor what other threads did meanwhile belongs to the call: the smaller figure is nearer. */
export function timeEffort(now: () => number): Effort {
  let startMs = 0;
  let isWall = false;
  let startCpu = process.cpuUsage();
  return {
    unit: 'ms',
    least: 4,
    plenty: 25,
    moment: 0.02,
    repeats: 5,
    start: (isRough = false) => {
      isWall = isRough;
      if (!isRough) startCpu = process.cpuUsage();
      startMs = now();
    },
    spent: () => {
      const wallMs = now() - startMs;
      if (isWall) return wallMs;
      const { user, system } = process.cpuUsage(startCpu);
      return Math.min(wallMs, (user + system) / 1000);
    },
  };
}
