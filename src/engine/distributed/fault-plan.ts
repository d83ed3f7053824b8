/**
 * The faults of one schedule: whether one strikes is a decision, at a rate that differs from run to run, and every one of them tells
 * whether it did. A fault strikes at most as often as it was allowed to.
 */
import type { Decider } from '../../decide/decider.ts';
import type { FaultReport } from '../../trace/summary.ts';
import type { FaultSpec } from './program.ts';

/** Some runs see a fault early and often, others late or not at all. Asked at every place, so even small ones add up. */
const RATES = [0, 0.02, 0.06, 0.15, 0.4] as const;
/** Where a search that changes one answer at a time begins: it can strike, and does not by itself. */
const ARMED = 2;

export class ArmedFault {
  readonly spec: FaultSpec;
  readonly rate: number;
  count = 0;
  /** It changed something; see fault-effects.ts. */
  mattered = false;
  firstFiredAtMs: number | undefined;

  constructor(spec: FaultSpec, rate: number) {
    this.spec = spec;
    this.rate = rate;
  }

  get isSpent(): boolean {
    return this.count >= this.spec.max;
  }
}

export class FaultPlan {
  readonly #decider: Decider;
  /** Those that strike between events, and those that strike messages. */
  readonly between: readonly ArmedFault[];
  readonly ofMessages: readonly ArmedFault[];
  readonly #all: readonly ArmedFault[];

  constructor(specs: readonly FaultSpec[], decider: Decider) {
    this.#decider = decider;
    this.#all = specs.map((spec) => {
      const drawn = decider.choose(`${spec.id} ${spec.type} rate`, RATES.length, ARMED, 'rate');
      return new ArmedFault(spec, RATES[drawn] ?? 0);
    });
    this.between = this.#all.filter(({ spec }) => spec.type === 'partition' || spec.type === 'crash');
    this.ofMessages = this.#all.filter(({ spec }) => spec.type !== 'partition' && spec.type !== 'crash');
  }

  /** Asks whether it strikes here; a fault that is spent is not asked about. */
  strikes(fault: ArmedFault, where: string): boolean {
    if (fault.isSpent || fault.rate === 0) return false;
    return this.#decider.happens(`${fault.spec.id} ${fault.spec.type}${where}`, fault.rate);
  }

  fired(fault: ArmedFault, nowMs: number): void {
    fault.count += 1;
    fault.firstFiredAtMs ??= nowMs;
  }

  /** One of several ways in which it can strike. */
  choose({ spec }: ArmedFault, what: string, count: number): number {
    return count < 2 ? 0 : this.#decider.choose(`${spec.id} ${spec.type} ${what}`, count);
  }

  reports(failed: boolean): readonly FaultReport[] {
    return this.#all.map(({ spec, rate, count, firstFiredAtMs, mattered }) => ({
      id: spec.id,
      type: spec.type,
      ...(spec.pointer === '' ? {} : { stepPath: spec.pointer }),
      armed: rate > 0,
      fired: count > 0,
      count,
      ...(firstFiredAtMs === undefined ? {} : { firstFiredAtMs }),
      effect: mattered,
      inFailure: failed && count > 0,
    }));
  }
}
