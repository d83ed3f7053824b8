/** From flags to the place a command works in: a directory that exists and a config that was read. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import type { Command } from '../commands/command.ts';
import type { Context } from '../commands/context.ts';
import { defaultConfig, readConfig } from '../commands/project-config.ts';
import type { Globals } from './global-flags.ts';

export interface Surroundings extends Pick<Context, 'cwd' | 'configPath' | 'configNamed' | 'config'> {
  readonly warnings: readonly Parameters<Context['warn']>[0][];
}

export async function openSurroundings(command: Command, globals: Globals, processCwd: string): Promise<Surroundings> {
  const cwd = openCwd(globals.cwd, processCwd);
  const configPath = resolve(cwd, globals.config ?? 'fozzy.toml');
  const configNamed = globals.config !== undefined;
  const place = { cwd, configPath, configNamed };
  if (!command.loadsConfig) return { ...place, config: defaultConfig, warnings: [] };
  const required = configNamed && command.createsConfig !== true;
  return { ...place, ...(await readConfig({ path: configPath, required, strict: globals.strict })) };
}

function openCwd(given: string | undefined, processCwd: string): string {
  const cwd = resolve(processCwd, given ?? '.');
  if (given !== undefined && !isDirectory(cwd)) {
    throw new FozzyError('cwd_invalid', `--cwd does not name a directory: ${given}`, { details: { path: cwd } });
  }
  return cwd;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
