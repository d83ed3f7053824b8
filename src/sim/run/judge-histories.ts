/** Has the histories of a run judged by their models, once everything is over. */
import type { Plan } from '../scenario/plan.ts';
import type { Verdict } from './verdict.ts';

export function judgeHistories({ histories }: Plan, verdict: Verdict): void {
  for (const { model, operations, declared } of histories) {
    if (verdict.hasFailed) return;
    const wrong = model.judge(operations());
    if (wrong === undefined) continue;
    verdict.report({
      kind: 'checker',
      title: wrong.kind === 'undecided' ? 'history_undecided' : 'history_violated',
      message: `${model.name}: ${wrong.message}`,
      place: model.name,
      details: { operations: [...wrong.operations] },
      declared,
    });
  }
}
