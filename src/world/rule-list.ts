/**
 * Declared rules in declaration order with their remaining uses, shared by scripted HTTP and scripted
 * processes. Rules and remaining uses are state and roll back; how often each declaring step served is
 * part of the report and does not. A step that declares again (in `repeat`, or after a rollback) is
 * reported once.
 */
import type { RuleUse } from './http/port.ts';
import type { SavedStates } from './saved-state.ts';
import { type SharedItems, SharedList } from './shared-list.ts';

export interface LimitedRule {
  readonly times: number | undefined;
  readonly stepPath: string;
}

export interface RuleState<R> {
  readonly rules: SharedItems<R>;
  readonly spent: SharedItems<number>;
  readonly firstOpen: number;
}

export class RuleList<R extends LimitedRule> {
  readonly #rules = new SharedList<R>();
  /** Uses so far, by position in the rules. */
  readonly #spent = new SharedList<number>();
  /** No rule before this position has a use left; keeps declare-and-use loops linear. */
  #firstOpen = 0;
  readonly #states: SavedStates<RuleState<R>>;
  readonly #uses = new Map<string, RuleUse>();

  /** The envelopes are made once per kind of rule, not once per run. */
  constructor(states: SavedStates<RuleState<R>>) {
    this.#states = states;
  }

  get length(): number {
    return this.#rules.length;
  }

  declare(rule: R): void {
    this.#rules.push(rule);
    this.#spent.push(0);
    if (!this.#uses.has(rule.stepPath)) this.#uses.set(rule.stepPath, { stepPath: rule.stepPath, count: 0, firstUsedAtMs: undefined });
  }

  /** Uses the first rule that has uses left and fits. */
  take(fits: (rule: R) => boolean, nowMs: number): R | undefined {
    for (let at = this.#firstOpen; at < this.#rules.length; at += 1) {
      const rule = this.#rules.at(at);
      if (rule === undefined || !this.#isOpen(at, rule) || !fits(rule)) continue;
      this.#spend(at, rule, nowMs);
      return rule;
    }
    return undefined;
  }

  /** Every rule in declaration order, used up or not. */
  all(): readonly R[] {
    return this.#rules.toArray();
  }

  uses(): readonly RuleUse[] {
    return [...this.#uses.values()];
  }

  save(): unknown {
    return this.#states.seal({ rules: this.#rules.share(), spent: this.#spent.share(), firstOpen: this.#firstOpen });
  }

  load(saved: unknown): void {
    const { rules, spent, firstOpen } = this.#states.open(saved);
    this.#rules.adopt(rules);
    this.#spent.adopt(spent);
    this.#firstOpen = firstOpen;
  }

  #isOpen(at: number, rule: R): boolean {
    return rule.times === undefined || this.#spentAt(at) < rule.times;
  }

  #spentAt(at: number): number {
    return this.#spent.at(at) ?? 0;
  }

  #spend(at: number, rule: R, nowMs: number): void {
    const use = this.#uses.get(rule.stepPath);
    this.#uses.set(rule.stepPath, {
      stepPath: rule.stepPath,
      count: (use?.count ?? 0) + 1,
      firstUsedAtMs: use?.firstUsedAtMs ?? nowMs,
    });
    if (rule.times === undefined) return;
    this.#spent.replace(at, this.#spentAt(at) + 1);
    this.#skipUsedUp();
  }

  #skipUsedUp(): void {
    let rule = this.#rules.at(this.#firstOpen);
    while (rule !== undefined && !this.#isOpen(this.#firstOpen, rule)) {
      this.#firstOpen += 1;
      rule = this.#rules.at(this.#firstOpen);
    }
  }
}
