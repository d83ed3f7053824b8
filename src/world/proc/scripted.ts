/** Declared process results: the first one with uses left and exactly this command line answers. */
import { RuleList, type RuleState } from '../rule-list.ts';
import { savedStates } from '../saved-state.ts';
import type { ProcRule, ProcRules } from './port.ts';

const states = savedStates<RuleState<ProcRule>>('proc');

export function scriptedProcesses(): ProcRules {
  const rules = new RuleList<ProcRule>(states);
  return {
    get declaredCount() {
      return rules.length;
    },
    declare: (rule) => rules.declare(rule),
    take: (cmd, args, nowMs, from) =>
      rules.take((rule) => rule.cmd === cmd && (from === undefined ? sameArgs(rule.args, args) : rule.stepPath === from), nowMs),
    uses: () => rules.uses(),
    save: () => rules.save(),
    load: (saved) => rules.load(saved),
  };
}

function sameArgs(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((arg, index) => arg === right[index]);
}
