/** Flags that Fozzy knows but that mean nothing for the kind of subject that was named. */
import { FozzyError } from '../../base/problem.ts';
import type { Flag, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { memoryFlags } from '../flag-groups.ts';

/** Memory of the model, and backends of the host: a simulation has neither. */
export function refuseStepsFlags(path: string, options: Options, context: Context): void {
  for (const flag of memoryFlags) if (options[camelCase(flag)] !== undefined) throw refused(`--${flag.name}`, path, STEPS_ONLY);
  for (const [capability, backend] of Object.entries(context.backendFlags)) {
    if (backend === 'host') throw refused(`--${capability}-backend host`, path, 'a simulation never reaches the host');
  }
}

const STEPS_ONLY = 'it is about the memory model of steps scenarios';
const DISTRIBUTED_ONLY = 'it is about distributed scenarios (`*.fozzy.json`); a simulation declares its nodes, faults and checks in code';
const SIMULATIONS_ONLY = 'it is about simulations (`*.fozzy.ts`)';

/** The flags of simulations, for a command that was given none. */
export function refuseSimulationFlags(path: string, options: Options, names: readonly string[]): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw refused(`--${kebabCase(given)}`, path, SIMULATIONS_ONLY);
}

/** And those of distributed scenarios. */
export function refuseDistributedFlags(path: string, options: Options, names: readonly string[]): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw refused(`--${kebabCase(given)}`, path, DISTRIBUTED_ONLY);
}

function refused(flag: string, path: string, why: string): FozzyError {
  return new FozzyError('flag_not_applicable', `'${flag}' does not apply to ${path}: ${why}`, {
    hint: `drop ${flag}`,
    details: { flag, path },
  });
}

function camelCase({ name }: Flag): string {
  return name.replace(/-([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
