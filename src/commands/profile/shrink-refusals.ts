/** Why a trace cannot be shrunk by a metric, and what can be typed instead. */
import { shellWord } from '../../base/shell-word.ts';
import { FozzyError } from '../../base/problem.ts';
import type { ShrinkMetric } from './shrink-objective.ts';

export interface Refused {
  readonly metric: ShrinkMetric;
  readonly path: string;
  /** As the user named it. */
  readonly selector: string;
}

export function withoutMetric(given: string): FozzyError {
  return new FozzyError('usage', '`profile shrink` needs --metric p99_latency, cpu_time or alloc_bytes', {
    hint: `what there is to keep: \`fozzy profile top ${shellWord(given)}\`; then for example \`fozzy profile shrink ${shellWord(given)} --metric p99_latency\``,
  });
}

/** A scenario whose steps or nodes are Fozzy's own. */
export function withoutCode({ metric, path, selector }: Refused, hasMemory: boolean): FozzyError {
  return refused(`${path} is of a scenario that runs no code of yours, so it has no ${metric}`, selector, [
    'p99_latency',
    ...(hasMemory ? (['alloc_bytes'] as const) : []),
  ]);
}

export function withoutVirtualTime({ metric, path, selector }: Refused): FozzyError {
  return refused(`${path} is of a function, which takes no virtual time, so it has no ${metric}`, selector, ['cpu_time', 'alloc_bytes']);
}

/** Nothing was seen of it in the recorded run. */
export function withoutValue({ metric, path, selector }: Refused, others: readonly ShrinkMetric[]): FozzyError {
  return refused(`${path} has no ${metric} to keep`, selector, others);
}

/** The run, or the call, does not live to tell what it cost. */
export function notMeasured({ metric, path, selector }: Refused): FozzyError {
  return new FozzyError('profile_no_data', `${path} ends what it runs in, and what was measured of its ${metric} ends with it`, {
    hint: `\`fozzy shrink ${shellWord(selector)}\` finds the smallest one that still fails`,
  });
}

function refused(message: string, selector: string, others: readonly ShrinkMetric[]): FozzyError {
  const commands = others.map((metric) => `\`fozzy profile shrink ${shellWord(selector)} --metric ${metric}\``);
  return new FozzyError('profile_no_data', message, {
    hint: commands.length === 0 ? `\`fozzy profile top ${shellWord(selector)}\` shows what it has` : `try ${commands.join(' or ')}`,
  });
}
