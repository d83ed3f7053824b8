/** What `fuzz` settles before anything is loaded: target, limits, seed, corpus. Whatever can be refused has been refused by then. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import type { U64 } from '../../base/u64.ts';
import { type MutatorName, mutatorNames, restingOf } from '../../fuzz/loop/mutators.ts';
import { parseTarget, type TargetName, targetText } from '../../fuzz/target/target-name.ts';
import type { OrderParts } from '../../fuzz/worker/fuzz-worker.ts';
import type { FormName, FunctionOrder, Isolation, LawOrder } from '../../fuzz/worker/protocol.ts';
import type { RecordTarget } from '../../store/record-target.ts';
import { checkRecordTarget } from '../../store/record-target.ts';
import { codeCacheOf } from '../code-cache.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { memoryFlags } from '../flag-groups.ts';
import { memoryOptions } from '../memory-options.ts';
import { listOption, numberOption, switchOption, textOption } from '../option-values.ts';
import { projectPath } from '../project-path.ts';
import { type Reporting, reportingOf } from '../reporting.ts';
import { recordTarget, seedOf } from '../run-plan.ts';
import { isSimulationPath } from '../simulation/simulation-path.ts';
import { type DrivenOrder, drivenData, drivenOrder } from './driven/driven-order.ts';
import { foundInPackages } from './package-target.ts';

const TIME_MS = 60_000;
export const MAX_INPUT_BYTES = 4096;

export interface FuzzPlan {
  readonly target: TargetName;
  /** Of a scenario or simulation. */
  readonly driven: DrivenOrder | undefined;
  readonly order: OrderParts;
  readonly det: boolean;
  readonly seed: U64;
  readonly runs: number;
  readonly timeMs: number | undefined;
  readonly resting: number;
  readonly crashOnly: boolean;
  readonly shrink: boolean;
  /** Absolute. */
  readonly corpus: string;
  /** Whether the user named it. */
  readonly corpusNamed: boolean;
  readonly record: RecordTarget | undefined;
  readonly reporting: Reporting;
}

export async function planFuzz(asked: Options, context: Context): Promise<FuzzPlan> {
  const options = await withPackagesFound(asked, context.cwd);
  const target = parseTarget(textOption(options, 'target') ?? '');
  const memory = memoryOptions(options, context);
  if (target.kind === 'scenario') refuseFlags(options, FUNCTION_FLAGS, target, 'functions');
  if (target.kind !== 'scenario' || isSimulationPath(target.path)) refuseFlags(options, MEMORY_FLAGS, target, 'steps scenarios');
  const driven = target.kind === 'scenario' ? drivenOrder(target, memory, context) : undefined;
  if (driven?.kind === 'distributed') refuseFlags(options, MEMORY_FLAGS, target, 'steps scenarios');
  const det = switchOption(options, 'det') ?? false;
  const limits = limitsOf(options, det);
  const record = recordTarget(options, context);
  if (record !== undefined) checkRecordTarget(record);
  const corpus = textOption(options, 'corpus');
  const mutators = listOption(options, 'mutator');
  const seed = det && textOption(options, 'seed') === undefined ? { hi: 0, lo: 0 } : seedOf(options);
  const order = target.kind === 'scenario' ? drivenParts(options, target, context) : orderOf(options, target, context);
  return {
    target,
    driven,
    order: driven === undefined ? order : { ...order, driven: { subject: drivenData(driven), seed } },
    det,
    seed,
    ...limits,
    resting: mutators === undefined ? 0 : restingOf(mutatorNames.filter((name): name is MutatorName => mutators.includes(name))),
    crashOnly: switchOption(options, 'crashOnly') ?? false,
    shrink: switchOption(options, 'shrink') ?? false,
    corpus: resolve(context.cwd, corpus ?? join(context.config.baseDir, 'corpora', 'default')),
    corpusNamed: corpus !== undefined,
    record,
    reporting: reportingOf(options, context),
  };
}

/** What names a function of an installed package names its file from here on. */
async function withPackagesFound(options: Options, cwd: string): Promise<Options> {
  const found: Record<string, string> = {};
  for (const name of ['target', 'against', 'inverse']) {
    const text = textOption(options, name);
    if (text !== undefined) found[name] = await foundInPackages(text, cwd);
  }
  return { ...options, ...found };
}

/** By option and by flag. */
const FUNCTION_FLAGS = {
  input: 'input',
  expect: 'expect',
  against: 'against',
  inverse: 'inverse',
  law: 'law',
  instrument: 'instrument',
  allowHost: 'allow-host',
  isolation: 'isolation',
};
const MEMORY_FLAGS = Object.fromEntries(memoryFlags.map(({ name }) => [camelCase(name), name]));

function camelCase(name: string): string {
  return name.replace(/-(?<letter>[a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

function refuseFlags(options: Options, flags: Readonly<Record<string, string>>, target: TargetName, takers: string): void {
  const given = Object.entries(flags).find(([option]) => options[option] !== undefined);
  if (given === undefined) return;
  throw new FozzyError('flag_not_applicable', `--${given[1]} has no effect on ${targetText(target)}: it is for ${takers}`, {
    hint: `drop --${given[1]}`,
    details: { flag: given[1] },
  });
}

function limitsOf(options: Options, det: boolean): { readonly runs: number; readonly timeMs: number | undefined } {
  const runs = numberOption(options, 'runs');
  const timeMs = numberOption(options, 'time');
  if (det && runs === undefined)
    throw new FozzyError('usage', '--det needs --runs: how far a search gets in a given time is never the same', {
      hint: 'add --runs 10000',
    });
  if (det && timeMs !== undefined) throw new FozzyError('usage', '--det cannot be combined with --time', { hint: 'drop --time' });
  for (const [name, value] of [
    ['runs', runs],
    ['time', timeMs],
    ['max-input', numberOption(options, 'maxInput')],
  ] as const) {
    if (value === 0) throw new FozzyError('usage', `invalid value '0' for '--${name} <${name.toUpperCase()}>': nothing would be tried`);
  }
  return { runs: runs ?? Number.MAX_SAFE_INTEGER, timeMs: timeMs ?? (runs === undefined ? TIME_MS : undefined) };
}

/** A scenario or simulation has its own world and its own judge; only limits are left to be said. */
function drivenParts(options: Options, target: Extract<TargetName, { readonly kind: 'scenario' }>, context: Context): OrderParts {
  const path = projectPath(target.path, context.cwd);
  return baseOrder(context, {
    target: { path: resolve(context.cwd, target.path), exported: undefined, isDeclared: false, told: targetText({ ...target, path }) },
    laws: [],
    form: 'bytes',
    isProperty: textOption(options, 'mode') === 'property',
    expected: [],
    hangTimeoutMs: context.config.hangTimeoutMs,
    maxInputBytes: numberOption(options, 'maxInput') ?? MAX_INPUT_BYTES,
    allowHost: false,
    isolation: 'thread',
    // Its time is virtual.
    isTimed: false,
    instrumented: [],
    isSearch: true,
  });
}

function orderOf(options: Options, target: Exclude<TargetName, { readonly kind: 'scenario' }>, context: Context): OrderParts {
  const against = textOption(options, 'against');
  const inverse = textOption(options, 'inverse');
  const named = listOption(options, 'law') ?? [];
  const isLossless = named.includes('lossless');
  if (isLossless && inverse === undefined)
    throw new FozzyError('usage', '--law lossless needs --inverse', {
      hint: 'name the function that turns results back into inputs with --inverse',
    });
  const laws: LawOrder[] = named.filter((law) => law !== 'lossless').map((law) => ({ law: law === 'split' ? 'split' : 'idempotent' }));
  if (inverse !== undefined) laws.push({ law: isLossless ? 'lossless' : 'round_trip', inverse: functionOrder(inverse, context.cwd) });
  const form = textOption(options, 'input');
  return baseOrder(context, {
    target: functionOrder(targetText(target), context.cwd),
    ...(against === undefined ? {} : { against: functionOrder(against, context.cwd) }),
    laws,
    form: form === 'bytes' || form === 'string' ? form : 'auto',
    isProperty: textOption(options, 'mode') === 'property',
    expected: listOption(options, 'expect') ?? [],
    hangTimeoutMs: context.config.hangTimeoutMs,
    maxInputBytes: numberOption(options, 'maxInput') ?? MAX_INPUT_BYTES,
    allowHost: switchOption(options, 'allowHost') ?? false,
    isolation: isolationOf(textOption(options, 'isolation')),
    isTimed: switchOption(options, 'det') !== true,
    instrumented: listOption(options, 'instrument') ?? [],
    isSearch: true,
  });
}

export function isolationOf(text: string | undefined): Isolation {
  return text === 'thread' || text === 'process' ? text : 'auto';
}

/** What every worker needs, besides what a command asks for. */
export function baseOrder(context: Context, asked: Omit<OrderParts, 'root' | 'cache'> & { readonly form: FormName }): OrderParts {
  return { ...asked, root: realpathSync(context.cwd), cache: codeCacheOf(context) };
}

/** The function a text names; `told` is the same text with a path from the project. */
export function functionOrder(text: string, cwd: string): FunctionOrder {
  const name = parseTarget(text);
  if (name.kind === 'scenario') throw new FozzyError('fuzz_target_invalid', `${text} is no function`);
  const module = projectPath(name.module, cwd);
  return {
    path: resolve(cwd, name.module),
    exported: name.kind === 'function' ? name.exported : name.only,
    isDeclared: name.kind === 'declared',
    told: targetText({ ...name, module }),
  };
}
