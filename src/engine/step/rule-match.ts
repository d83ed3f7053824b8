/**
 * Which rule answers a call whose choice depends on a secret. The copy of the scenario inside a
 * trace no longer knows the secret, so the choice itself is recorded and a replay follows it.
 */
import { Kind } from '../../decide/kinds.ts';
import { capturedObject, capturedText } from '../captured.ts';
import type { Stage } from '../stage.ts';
import type { Task } from '../task.ts';
import type { HttpRule, HttpRuleRequest, RuleRejection } from '../../world/http/port.ts';

/** `take` judges the rules; with `from` it takes the rule of that declaring step. */
export function takeBySecret<R extends { readonly stepPath: string }>(
  run: Stage,
  task: Task,
  take: (from?: string) => R | undefined,
): R | undefined {
  const recorded = capturedObject(run.recall(Kind.ruleMatch, run.instructionOf(task).origin));
  const from = recorded === undefined ? undefined : capturedText(recorded, 'rule_path');
  const rule = from === undefined ? take() : from === '' ? undefined : take(from);
  run.decider.note1(Kind.ruleMatch, run.decider.log.textId(rule?.stepPath ?? ''));
  return rule;
}

/** The rule that answers a request, or why each rule for the same path does not. */
export function takeHttpRule(
  request: HttpRuleRequest,
  run: Stage,
  task: Task,
): { readonly rule: HttpRule } | { readonly rejected: readonly RuleRejection[] } {
  const { http } = run.world;
  if (!run.matchesSecrets) return http.take(request, run.time.nowMs);
  let rejected: readonly RuleRejection[] = [];
  const rule = takeBySecret(run, task, (from) => {
    const taken = http.take(request, run.time.nowMs, from);
    if ('rule' in taken) return taken.rule;
    rejected = taken.rejected;
    return undefined;
  });
  return rule === undefined ? { rejected } : { rule };
}
