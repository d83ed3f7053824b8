/**
 * Declared rules in declaration order with their remaining uses, shared by scripted HTTP and scripted
 * processes. Rules and remaining uses are state and roll back; how often each declaring step served is
 * part of the report and does not. A step that declares again (in `repeat`, or after a rollback) is
 * reported once.
 */
import type { RuleUse } from './http/port.ts';
import { savedStates } from './saved-state.ts';

export interface LimitedRule {
  readonly times: number | undefined;
  readonly stepPath: string;
}

interface State<R> {
  readonly rules: R[];
  /** Uses so far, by position in `rules`. */
  readonly spent: number[];
  /** No rule before this position has a use left; keeps declare-and-use loops linear. */
  firstOpen: number;
}

export class RuleList<R extends LimitedRule> {
  #state: State<R> = { rules: [], spent: [], firstOpen: 0 };
  #shared = false;
  readonly #states = savedStates<State<R>>('rules');
  readonly #uses = new Map<string, RuleUse>();

  get length(): number {
    return this.#state.rules.length;
  }

  declare(rule: R): void {
    const state = this.#writable();
    state.rules.push(rule);
    state.spent.push(0);
    if (!this.#uses.has(rule.stepPath)) this.#uses.set(rule.stepPath, { stepPath: rule.stepPath, count: 0, firstUsedAtMs: undefined });
  }

  /** Uses the first rule that has uses left and fits. */
  take(fits: (rule: R) => boolean, nowMs: number): R | undefined {
    const { rules, firstOpen } = this.#state;
    for (let at = firstOpen; at < rules.length; at += 1) {
      const rule = rules[at];
      if (rule === undefined || !this.#isOpen(at, rule) || !fits(rule)) continue;
      this.#spend(at, rule, nowMs);
      return rule;
    }
    return undefined;
  }

  /** Every rule in declaration order, used up or not. */
  all(): readonly R[] {
    return this.#state.rules;
  }

  uses(): readonly RuleUse[] {
    return [...this.#uses.values()];
  }

  save(): unknown {
    this.#shared = true;
    return this.#states.seal(this.#state);
  }

  load(saved: unknown): void {
    this.#state = this.#states.open(saved);
    this.#shared = true;
  }

  #isOpen(at: number, rule: R): boolean {
    return rule.times === undefined || (this.#state.spent[at] ?? 0) < rule.times;
  }

  #spend(at: number, rule: R, nowMs: number): void {
    const use = this.#uses.get(rule.stepPath);
    this.#uses.set(rule.stepPath, {
      stepPath: rule.stepPath,
      count: (use?.count ?? 0) + 1,
      firstUsedAtMs: use?.firstUsedAtMs ?? nowMs,
    });
    if (rule.times === undefined) return;
    const state = this.#writable();
    state.spent[at] = (state.spent[at] ?? 0) + 1;
    this.#advance(state);
  }

  #advance(state: State<R>): void {
    let rule = state.rules[state.firstOpen];
    while (rule !== undefined && !this.#isOpen(state.firstOpen, rule)) {
      state.firstOpen += 1;
      rule = state.rules[state.firstOpen];
    }
  }

  #writable(): State<R> {
    if (this.#shared) {
      const { rules, spent, firstOpen } = this.#state;
      this.#state = { rules: rules.slice(), spent: spent.slice(), firstOpen };
      this.#shared = false;
    }
    return this.#state;
  }
}
