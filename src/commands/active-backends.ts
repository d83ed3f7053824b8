/** The backends a command uses: a flag wins over the config. */
import type { Backends } from '../trace/summary.ts';
import type { Context } from './context.ts';

/** What commands use that never touch the host. */
export const virtualBackends: Backends = { proc: 'scripted', fs: 'virtual', http: 'scripted' };

/** The config keys that such a command cannot honour. */
export function hostKeys({ backends }: Pick<Context['config'], 'backends'>): readonly string[] {
  return Object.entries(backends).flatMap(([name, backend]) => (backend === 'host' ? [`${name}_backend`] : []));
}

export function activeBackends({ backendFlags, config }: Pick<Context, 'backendFlags' | 'config'>): Backends {
  return { ...config.backends, ...backendFlags };
}
