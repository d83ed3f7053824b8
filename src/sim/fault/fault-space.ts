/**
 * The faults of one run. A place in the simulated world where something can go wrong asks here; whether it does is a decision, at a rate
 * that is itself drawn per run, so that some runs see many of one fault and none of another. Every fault tells whether it was armed,
 * fired and mattered, because a fault that never fired has tested nothing.
 */
import { FAULTS } from '../../decide/footprint.ts';
import type { FaultReport } from '../../trace/summary.ts';
import type { Kernel } from '../machine.ts';
import type { FaultSite, FaultSpec, FaultTarget, Firing } from './fault.ts';

interface Armed {
  readonly id: string;
  readonly spec: FaultSpec;
  rate: number;
  fired: number;
  effects: number;
  /** Firings of which nobody can say yet whether they mattered. */
  readonly open: (() => boolean)[];
  firstFiredAtMs: number | undefined;
}

/** Factors on the declared rate; the first one is the calm answer. */
const SWARM = [0, 0.25, 1, 4] as const;
/** Where a search that changes one answer at a time begins: the declared rate, and nothing fires by itself. */
const ARMED = 2;
const RATE_MAX = 0.9;

export class FaultSpace {
  readonly #kernel: Kernel;
  readonly #armed: Armed[] = [];
  /** Off while the world heals. */
  active = true;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get isEmpty(): boolean {
    return this.#armed.length === 0;
  }

  arm(spec: FaultSpec): void {
    const id = `f${this.#armed.length}`;
    const factor = SWARM[this.#kernel.choose(`swarm ${id} ${spec.type}`, SWARM.length, ARMED, 'rate')] ?? 0;
    this.#armed.push({ id, spec, rate: Math.min(spec.rate * factor, RATE_MAX), fired: 0, effects: 0, open: [], firstFiredAtMs: undefined });
  }

  /** Whether this run may see a fault of this type. */
  arms(type: string): boolean {
    return this.#armed.some(({ spec, rate }) => rate > 0 && spec.type === type);
  }

  /** The fault that happens here and now, if any. */
  at(site: FaultSite, target: FaultTarget): Firing | undefined {
    if (!this.active) return undefined;
    this.#kernel.footprints?.addsTo(FAULTS);
    for (const armed of this.#armed) {
      const { spec } = armed;
      if (armed.rate === 0 || armed.fired >= spec.times || !spec.sites.includes(site) || !spec.matches(target)) continue;
      if (this.#kernel.happens(`${armed.id} ${spec.type} ${site} ${target.machine.name}`, armed.rate))
        return this.#fire(armed, site, target);
    }
    return undefined;
  }

  #fire(armed: Armed, site: FaultSite, target: FaultTarget): Firing {
    const kernel = this.#kernel;
    if (site === 'machine.boundary') kernel.footprints?.struck(kernel.nowUs, true);
    else kernel.footprints?.takesEverything();
    armed.fired += 1;
    armed.firstFiredAtMs ??= Math.floor(kernel.nowUs / 1000);
    if (kernel.observed)
      kernel.note('fault', { type: armed.spec.type, site, target: target.machine.name, peer: target.peer?.name, name: target.name });
    return {
      spec: armed.spec,
      choose: (label, count) => kernel.choose(`${armed.id} ${armed.spec.type} ${label}`, count),
      mattered: () => {
        armed.effects += 1;
      },
      matteredIf: (judge) => {
        armed.open.push(judge);
      },
    };
  }

  reports(failed: boolean): readonly FaultReport[] {
    return this.#armed.map(({ id, spec, rate, fired, effects, open, firstFiredAtMs }) => ({
      id,
      type: spec.type,
      armed: rate > 0,
      fired: fired > 0,
      count: fired,
      ...(firstFiredAtMs === undefined ? {} : { firstFiredAtMs }),
      effect: effects > 0 || open.some((mattered) => mattered()),
      inFailure: failed && fired > 0,
    }));
  }
}
