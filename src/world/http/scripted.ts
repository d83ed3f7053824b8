/**
 * Declared HTTP responses: the first rule with uses left whose method, target and conditions all fit
 * answers. When none does, each rule for the same target says which of its conditions failed, so that
 * nobody has to guess why a request went unanswered.
 */
import type { Json } from '../../base/json.ts';
import { jsonEqual } from '../../base/json-diff.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import { textMatches } from '../../base/text-match.ts';
import { RuleList, type RuleState } from '../rule-list.ts';
import { savedStates } from '../saved-state.ts';
import type { HttpRule, HttpRuleRequest, HttpRules, RuleRejection } from './port.ts';

const states = savedStates<RuleState<HttpRule>>('http');

export function scriptedHttp(): HttpRules {
  const rules = new RuleList<HttpRule>(states);
  return {
    get declaredCount() {
      return rules.length;
    },
    declare: (rule) => rules.declare(rule),
    take(request, nowMs, from) {
      const fits = (candidate: HttpRule): boolean =>
        namesTarget(candidate, request) && (from === undefined ? mismatch(candidate, request) === undefined : candidate.stepPath === from);
      const rule = rules.take(fits, nowMs);
      return rule === undefined ? { rejected: rejections(rules, request) } : { rule };
    },
    uses: () => rules.uses(),
    save: () => rules.save(),
    load: (saved) => rules.load(saved),
  };
}

function namesTarget(rule: HttpRule, request: HttpRuleRequest): boolean {
  return request.paths.includes(rule.path);
}

/** The first condition that does not hold; undefined when the rule fits. Remaining uses are not considered. */
function mismatch(rule: HttpRule, request: HttpRuleRequest): string | undefined {
  const ruleMethod = rule.method.toUpperCase();
  const method = request.method.toUpperCase();
  if (ruleMethod !== method) return `method ${ruleMethod} ≠ ${method}`;
  for (const [name, match] of rule.matchHeaders) {
    const values = request.headers.filter(([header]) => header === name);
    if (values.length === 0) return `header ${name} (absent)`;
    if (!values.some(([, value]) => textMatches(match, value))) return `header ${name}`;
  }
  if (rule.matchBody !== undefined && !textMatches(rule.matchBody, request.body)) return 'body';
  return rule.matchJson === undefined ? undefined : jsonMismatch(rule.matchJson.value, request.body);
}

function jsonMismatch(expected: Json, body: string): string | undefined {
  const actual = parseJsonValue(body);
  if (!actual.ok) return 'json (the body does not parse)';
  return jsonEqual(expected, actual.value) ? undefined : 'json';
}

/** A rule that fits in every other way was rejected because it is used up. */
function rejections(rules: RuleList<HttpRule>, request: HttpRuleRequest): RuleRejection[] {
  const rejected: RuleRejection[] = [];
  for (const rule of rules.all()) {
    if (!namesTarget(rule, request)) continue;
    rejected.push({ stepPath: rule.stepPath, reason: mismatch(rule, request) ?? usedUp(rule.times) });
  }
  return rejected;
}

function usedUp(times: number | undefined): string {
  return times === 0 ? 'times 0 never matches' : `used up after ${times ?? 0}`;
}
