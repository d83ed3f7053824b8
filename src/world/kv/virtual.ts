/** The key-value store of a scenario: a map that can be check-pointed without copying. */
import { savedStates } from '../saved-state.ts';
import { SharedMap } from '../shared-map.ts';
import type { KvPort } from './port.ts';

const states = savedStates<ReadonlyMap<string, string>>('kv');

export function virtualKv(): KvPort {
  const entries = new SharedMap<string, string>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => entries.set(key, value),
    keys: () => entries.keys(),
    save: () => states.seal(entries.share()),
    load: (saved) => entries.adopt(states.open(saved)),
  };
}
