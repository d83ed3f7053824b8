/**
 * Files that exist only inside a run. The overlay starts empty and never looks at the host; directories
 * are implicit. A relative path starts at the root, so `a` and `/a` are one file. Snapshots share the
 * file map with the live state, so taking and restoring one copies nothing.
 */
import { savedStates } from '../saved-state.ts';
import { SharedMap } from '../shared-map.ts';
import type { VirtualFiles } from './port.ts';

type Files = ReadonlyMap<string, string>;

interface State {
  readonly files: Files;
  readonly snapshots: ReadonlyMap<string, Files>;
}

const states = savedStates<State>('fs');

export function virtualFiles(): VirtualFiles {
  const files = new SharedMap<string, string>();
  const snapshots = new SharedMap<string, Files>();
  return {
    write: (path, data) => files.set(normalized(path), data),
    read: (path) => files.get(normalized(path)),
    snapshot(name) {
      snapshots.set(name, files.share());
      return files.size;
    },
    restore(name) {
      const snapshot = snapshots.get(name);
      if (snapshot === undefined) return false;
      files.adopt(snapshot);
      return true;
    },
    save: () => states.seal({ files: files.share(), snapshots: snapshots.share() }),
    load(saved) {
      const state = states.open(saved);
      files.adopt(state.files);
      snapshots.adopt(state.snapshots);
    },
  };
}

/** `.`, empty parts and `..` resolved. `..` at the root stays at the root, as in a POSIX file system. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
