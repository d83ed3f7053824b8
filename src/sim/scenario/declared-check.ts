/** What judges a run, as the scenario declares it: refused there if it could never judge anything, and remembered with the place. */
import type { HistoryModel } from '../../trace/history.ts';
import type { Check, DeclaredCheck } from './plan.ts';

export function declaredCheck(word: 'always' | 'finally' | 'eventually', name: string, check: Check): DeclaredCheck {
  if (typeof check !== 'function') throw new TypeError(`sim.${word}('${name}', check): check must be a function`);
  return { name, check, declared: new Error('declared') };
}

/** A model alone knows what each operation does, but not which histories are right. */
export function checkJudge(checker: Partial<HistoryModel> | null | undefined): void {
  if (typeof checker?.judge === 'function') return;
  const wrong =
    typeof checker?.name === 'string' && 'step' in checker
      ? `'${checker.name}' has no judge(history); a model is judged by linearizable(model)`
      : `pass a checker, as linearizable(register(0)) is, not ${checker === null ? 'null' : typeof checker}`;
  throw new TypeError(`sim.history(checker): ${wrong}`);
}
