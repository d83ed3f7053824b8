/** The initial memory options of a run: flags win over config, and any option switches tracking on. */
import { FozzyError } from '../base/problem.ts';
import { parsePressureWave } from '../scenario/pressure-wave.ts';
import type { MemoryOptions } from '../trace/summary.ts';
import type { Options } from './command.ts';
import type { Context } from './context.ts';
import { numberOption, switchOption, textOption } from './option-values.ts';

export function memoryOptions(options: Options, { config, environment }: Context): MemoryOptions {
  const limit = numberOption(options, 'memLimitMb') ?? config.memLimitMb;
  const failAfter = numberOption(options, 'memFailAfter') ?? config.memFailAfter;
  const seed = textOption(options, 'memFragmentationSeed') ?? config.memFragmentationSeed;
  const wave = textOption(options, 'memPressureWave') ?? config.memPressureWave;
  const budget = numberOption(options, 'leakBudget') ?? config.leakBudget;
  const failOnLeak = switchOption(options, 'failOnLeak') ?? config.failOnLeak;
  const wanted = switchOption(options, 'memArtifacts') ?? config.memArtifacts;
  const track = switchOption(options, 'memTrack') ?? config.memTrack;
  checkWave(wave);
  const anyOther = [limit, failAfter, seed, wave, budget].some((value) => value !== undefined) || failOnLeak || wanted;
  return {
    track: track || anyOther,
    ...(limit === undefined ? {} : { limit_mb: limit }),
    ...(failAfter === undefined ? {} : { fail_after_allocs: failAfter }),
    ...(seed === undefined ? {} : { fragmentation_seed: seed }),
    ...(wave === undefined ? {} : { pressure_wave: wave }),
    fail_on_leak: failOnLeak,
    ...(budget === undefined ? {} : { leak_budget_bytes: budget }),
    artifacts: wanted || environment.artifactsFull,
    ...(config.heapAllocBudget === undefined ? {} : { heap_alloc_budget_bytes: config.heapAllocBudget }),
    ...(config.heapInUseBudget === undefined ? {} : { heap_in_use_budget_bytes: config.heapInUseBudget }),
  };
}

/** Whether the options differ from "nothing was asked for"; only then they are worth showing. */
export function asksForMemory(options: MemoryOptions): boolean {
  return (
    options.track || options.artifacts || options.heap_alloc_budget_bytes !== undefined || options.heap_in_use_budget_bytes !== undefined
  );
}

function checkWave(wave: string | undefined): void {
  if (wave === undefined || parsePressureWave(wave) !== undefined) return;
  throw new FozzyError('usage', `invalid value '${wave}' for '--mem-pressure-wave <WAVE>': not a list of positive integers`, {
    hint: 'write multipliers such as 1,2,4',
  });
}
