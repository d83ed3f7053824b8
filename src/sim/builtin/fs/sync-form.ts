/** `fs` without waiting: takes effect at once, failures are thrown. */
import { access } from '../../../world/disk/attribute-calls.ts';
import { pathOf } from './arguments.ts';
import { calls, carryOutNow } from './calls.ts';
import type { MakeCall } from './call.ts';
import { readCall, vectorCall, writeCall } from './fd-calls.ts';
import { now } from './schedule.ts';
import { realpathCall } from './path-calls.ts';

function atOnce(name: string, make: MakeCall): (...args: readonly unknown[]) => unknown {
  const made = (...args: readonly unknown[]): unknown => carryOutNow(make(...args));
  return Object.defineProperty(made, 'name', { value: `${name}Sync`, configurable: true });
}

const simple = Object.fromEntries(Object.entries(calls).map(([name, make]) => [`${name}Sync`, atOnce(name, make)]));

export const syncForm = {
  ...simple,
  /** Never throws, as in Node. */
  existsSync(path: unknown): boolean {
    let full: string;
    try {
      ({ full } = pathOf(path));
    } catch {
      return false;
    }
    return now({ name: 'access', path: full }, (disk) => access(disk, full, 0) === 0);
  },
  readSync: (fd: unknown, buffer: unknown, offset?: unknown, length?: unknown, position?: unknown): number =>
    carryOutNow(readCall(fd, buffer, offset, length, position)),
  readvSync: (fd: unknown, views: unknown, position?: unknown): number => carryOutNow(vectorCall('read', fd, views, position)),
  realpathSync: Object.assign(atOnce('realpath', calls.realpath), {
    native: atOnce('realpath', (given, options) => realpathCall(given, options, 'realpath')),
  }),
  writeSync: (fd: unknown, buffer: unknown, offset?: unknown, length?: unknown, position?: unknown): number =>
    carryOutNow(writeCall(fd, buffer, offset, length, position)),
  writevSync: (fd: unknown, views: unknown, position?: unknown): number => carryOutNow(vectorCall('write', fd, views, position)),
};
