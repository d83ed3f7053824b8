/** From flags to the place a command works in: a directory that exists and a config that was read. */
import { resolve } from 'node:path';
import type { Command } from '../commands/command.ts';
import type { Context } from '../commands/context.ts';
import { openCwd } from '../commands/open-cwd.ts';
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
