/** What `run` and `test` settle before anything is executed: mode, deadline, backends, memory, seed, where to record. */
import { resolve } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { parseU64, type U64 } from '../base/u64.ts';
import { type RecordPolicy, type RecordTarget, recordPolicies } from '../store/record-target.ts';
import type { Backends, MemoryOptions, RunParams } from '../trace/summary.ts';
import { hostSeed } from '../world/entropy/host.ts';
import { activeBackends } from './active-backends.ts';
import type { Options } from './command.ts';
import type { Context } from './context.ts';
import { asksForMemory, memoryOptions } from './memory-options.ts';
import { numberOption, switchOption, textOption } from './option-values.ts';
import { checkTraceName } from './trace-name.ts';

export interface RunPlan {
  readonly det: boolean;
  readonly timeoutMs: number | undefined;
  readonly backends: Backends;
  readonly memory: MemoryOptions;
  readonly seed: U64;
  /** Not checked yet: `test` with several scenarios writes beside it. */
  readonly record: RecordTarget | undefined;
}

export function planRun(options: Options, context: Context): RunPlan {
  const det = switchOption(options, 'det') ?? false;
  const backends = activeBackends(context);
  if (det) refuseHost(backends, context);
  return {
    det,
    timeoutMs: numberOption(options, 'timeout'),
    backends,
    memory: memoryOptions(options, context),
    seed: seedOf(options),
    record: recordTarget(options, context),
  };
}

/** As given, or one nobody knew before. */
export function seedOf(options: Options): U64 {
  const seed = textOption(options, 'seed');
  return (seed === undefined ? undefined : parseU64(seed)) ?? hostSeed();
}

function refuseHost(backends: Backends, context: Context): void {
  for (const name of ['proc', 'fs', 'http'] as const) {
    if (backends[name] !== 'host') continue;
    const by = context.backendFlags[name] === 'host' ? `the flag --${name}-backend host` : `${name}_backend in ${context.configPath}`;
    throw new FozzyError('det_host_backend', `--det cannot be combined with the ${name} host backend, enabled by ${by}`, {
      details: { backend: name, enabledBy: by },
    });
  }
}

export function recordTarget(options: Options, context: Context): RecordTarget | undefined {
  const path = textOption(options, 'record');
  const given = textOption(options, 'recordCollision');
  if (path === undefined) {
    if (given !== undefined) throw new FozzyError('usage', '--record-collision needs --record <path>', { hint: 'add --record <path>' });
    return undefined;
  }
  checkTraceName(path, 'record');
  const policy: RecordPolicy = recordPolicies.find((known) => known === given) ?? 'append';
  return { path: resolve(context.cwd, path), policy, cwd: context.cwd };
}

export function paramsOf(plan: RunPlan, context: Context): RunParams {
  return {
    det: plan.det,
    ...(plan.timeoutMs === undefined ? {} : { timeoutMs: plan.timeoutMs }),
    backends: plan.backends,
    ...(asksForMemory(plan.memory) ? { memory: plan.memory } : {}),
    commandLine: context.commandLine,
  };
}
