/**
 * How far the runs of a subject are kept apart: shared packages outlive runs; fresh modules in one realm; a realm for every machine; a
 * process for every run. Each tier is stricter and slower than the one before.
 */
import type { Decider } from '../../decide/decider.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Isolation } from '../../trace/summary.ts';

const ORDER: readonly Isolation[] = ['shared', 'fresh', 'context', 'process'];

export interface TierSettings {
  /** Where it begins. */
  readonly first: Isolation;
  /** The user named a tier, and it stays. */
  readonly forced: boolean;
  /** Runs can be made in processes of their own. */
  readonly processes: boolean;
}

/** How to make the run again that was not the same twice, and what the same means. */
export interface LeakDiagnosis {
  readonly createDecider: () => Decider;
  /** Of two runs that were observed. */
  readonly isSame: (first: Outcome, again: Outcome) => boolean;
}

/** What only the subject knows. */
export interface TierSubject {
  use(isolation: Isolation): void;
  findLeaks(diagnosis: LeakDiagnosis): Promise<readonly string[]>;
  readonly uncontrolled: readonly string[];
}

export class IsolationTiers {
  isolation: Isolation;
  reason: string | undefined;
  readonly #settings: TierSettings;
  readonly #subject: TierSubject;

  constructor(settings: TierSettings, subject: TierSubject) {
    this.#settings = settings;
    this.#subject = subject;
    this.isolation = settings.first;
    subject.use(this.isolation);
  }

  get uncontrolled(): readonly string[] {
    return this.#subject.uncontrolled;
  }

  findLeaks(diagnosis: LeakDiagnosis): Promise<readonly string[]> {
    return this.#subject.findLeaks(diagnosis);
  }

  /** Packages are there that may be shared; whether they are from now on. A user who named a tier meant it, and a tier that did harm does not come back. */
  share(): boolean {
    if (this.isolation === 'fresh' && !this.#settings.forced && this.reason === undefined) {
      this.isolation = 'shared';
      this.#subject.use('shared');
    }
    return this.isolation === 'shared';
  }

  escalate(reason: string): Promise<boolean> {
    const next = ORDER[ORDER.indexOf(this.isolation) + 1];
    if (this.#settings.forced || next === undefined || (next === 'process' && !this.#settings.processes)) return Promise.resolve(false);
    this.isolation = next;
    this.reason ??= reason;
    this.#subject.use(next);
    return Promise.resolve(true);
  }
}
