/**
 * The faults of one schedule: whether one strikes is a decision, at a rate that differs from run to run, and every one of them tells
 * whether it did. A fault strikes at most as often as it was allowed to.
 */
import type { Xoshiro128 } from '../../base/xoshiro128.ts';
import type { Decider } from '../../decide/decider.ts';
import type { FaultReport } from '../../trace/summary.ts';
import type { FaultSpec } from './program.ts';

/** Some runs see a fault early and often, others late or never. Asked at every place, so even small ones add up. */
const RATES = [0.02, 0.06, 0.15, 0.4] as const;

export class ArmedFault {
  readonly spec: FaultSpec;
  readonly rate: number;
  count = 0;
  /** It changed something: a partition that no message met has not. */
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

  constructor(specs: readonly FaultSpec[], decider: Decider, entropy: Xoshiro128) {
    this.#decider = decider;
    const random = specs.length === 0 ? undefined : entropy.splitStream('fault rates');
    this.#all = specs.map((spec) => new ArmedFault(spec, RATES[random?.nextBelow(RATES.length) ?? 0] ?? 0));
    this.between = this.#all.filter(({ spec }) => spec.type === 'partition' || spec.type === 'crash');
    this.ofMessages = this.#all.filter(({ spec }) => spec.type !== 'partition' && spec.type !== 'crash');
  }

  /** Asks whether it strikes here; a fault that is spent is not asked about. */
  strikes(fault: ArmedFault, where: string): boolean {
    if (fault.isSpent) return false;
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
    return this.#all.map(({ spec, count, firstFiredAtMs, mattered }) => ({
      id: spec.id,
      type: spec.type,
      ...(spec.pointer === '' ? {} : { stepPath: spec.pointer }),
      armed: true,
      fired: count > 0,
      count,
      ...(firstFiredAtMs === undefined ? {} : { firstFiredAtMs }),
      effect: mattered,
      inFailure: failed && count > 0,
    }));
  }
}
