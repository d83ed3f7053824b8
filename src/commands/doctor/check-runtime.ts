/** Whether this Node can run Fozzy: its version, and whether its queues can be drained on request. */
import { canDrain } from '../../sim/drain.ts';
import type { Issue, Signal } from './issue.ts';

export interface Runtime {
  /** As `process.versions.node` says it. */
  readonly version: string;
  readonly drains: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const NEEDED = [20, 19] as const;

/** Draining works only in a task of the event loop, so it is tried in one. */
export function thisRuntime(): Promise<Runtime> {
  return new Promise((resolve) => {
    setImmediate(() => resolve({ version: process.versions.node, drains: canDrain(), env: process.env }));
  });
}

export function checkRuntime({ version, drains }: Runtime): readonly Issue[] {
  const issues: Issue[] = [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
    issues.push({ code: 'runtime_too_old', message: `Node ${version} is older than ${NEEDED.join('.')}`, hint: 'install a newer Node' });
  }
  if (!drains) {
    issues.push({
      code: 'runtime_cannot_drain',
      message: 'this Node cannot drain its queues on request, so simulations run one task at a time and many times slower',
      hint: 'use a released version of Node 20, 22 or 24 without options that replace its queues',
      details: { node: version },
    });
  }
  return issues;
}

/** Settings that change what programs see outside of simulations; inside they are pinned. */
const TELLING = ['TZ', 'LANG', 'LC_ALL', 'NODE_OPTIONS', 'NODE_ENV', 'NODE_PATH'] as const;

export function signalsOf({ env }: Runtime): readonly Signal[] {
  return TELLING.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [{ source: `env:${name}`, detail: value }];
  });
}
