/** The backends a command uses: a flag wins over the config. */
import type { Backends } from '../trace/summary.ts';
import type { Context } from './context.ts';

export function activeBackends({ backendFlags, config }: Pick<Context, 'backendFlags' | 'config'>): Backends {
  return { ...config.backends, ...backendFlags };
}
