/** What is to be driven, in a form that another thread can open it from. Whatever can be refused about it has been refused by then. */
import { shellWord } from '../../../base/shell-word.ts';
import type { JsonObject } from '../../../base/json.ts';
import { isSimulationPath } from '../../simulation/simulation-path.ts';
import { loadScenario } from '../../load-scenario.ts';
import { FozzyError } from '../../../base/problem.ts';
import type { MemoryOptions } from '../../../trace/summary.ts';
import { asJson } from '../../../base/as-json.ts';
import type { Context } from '../../context.ts';
import { projectPath } from '../../project-path.ts';
import { warnOfProblems } from '../../warn-of-problems.ts';

export type DrivenOrder =
  | {
      readonly kind: 'steps' | 'distributed';
      /** The scenario as it was read. */
      readonly text: string;
      readonly file: string;
      readonly projectFile: string;
      readonly cwd: string;
      readonly memory: MemoryOptions;
      readonly redactHeaders: readonly string[];
    }
  | { readonly kind: 'simulation'; readonly file: string; readonly only: string | null; readonly cwd: string };

export function drivenOrder(
  target: { readonly path: string; readonly only: string | undefined },
  memory: MemoryOptions,
  context: Context,
): DrivenOrder {
  const { path, only } = target;
  const { cwd } = context;
  if (isSimulationPath(path)) return { kind: 'simulation', file: path, only: only ?? null, cwd };
  if (only !== undefined)
    throw new FozzyError('fuzz_target_invalid', `${path} is one scenario: '#${only}' names nothing in it`, { hint: `fuzz ${path}` });
  const loaded = loadScenario(path, context);
  const { variant } = loaded.scenario;
  if (variant === 'suites')
    throw new FozzyError('wrong_variant', `${path} is a suites scenario; \`fozzy fuzz\` cannot execute it: use \`fozzy test\``, {
      hint: `run \`fozzy test ${shellWord(path)}\``,
      details: { path, variant, command: 'fuzz' },
    });
  warnOfProblems(path, loaded.problems, context);
  const { redactHeaders } = context.config;
  return {
    kind: variant,
    text: loaded.text,
    file: path,
    projectFile: projectPath(path, cwd),
    cwd,
    memory,
    redactHeaders,
  };
}

/** Threads are given plain data. */
export function drivenData(order: DrivenOrder): JsonObject {
  return asJson(order) as JsonObject; // an order is a record
}
