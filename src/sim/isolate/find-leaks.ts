/**
 * Finds what a run leaves behind on objects that all runs have in common, and who did it. The run is made three times: to see what
 * changed, to see during which module it changed, and with traps where it changed, to see the very line.
 */
import type { ModuleWatch } from '../load/module-host.ts';
import { allPlaces } from './realm-places.ts';
import { type Change, lastingChanges, RealmWatch, undo } from './realm-watch.ts';

export interface Diagnosis {
  /** One run; tells when modules begin and end to run. */
  run(watch: ModuleWatch | undefined): void;
  /** Builtin modules that are not Node's own. */
  readonly builtins: Readonly<Record<string, unknown>>;
  /** Where in the user's project or which package the innermost code of a stack is. */
  placeOf(stack: string): string | undefined;
  moduleName(path: string): string;
}

/** More would only be noise. */
const LEAKS_MAX = 5;

/** Must be called inside a session. `Array.prototype.counter, changed by src/server.ts:3`. */
export function findLeaks(diagnosis: Diagnosis): readonly string[] {
  const before = new RealmWatch(allPlaces(diagnosis.builtins));
  diagnosis.run(undefined);
  const changes = before.changes();
  undo(changes);
  const lasting = lastingChanges();
  if (changes.length === 0) return lasting;
  const modules = findModules(diagnosis, changes);
  const lines = findLines(diagnosis, changes);
  const changed = changes.map((change) => {
    const who = lines.get(change) ?? modules.get(change);
    return who === undefined ? `${change.name} was changed` : `${change.name}, changed by ${who}`;
  });
  const told = [...changed, ...lasting];
  const more = told.length > LEAKS_MAX ? [`${told.length - LEAKS_MAX} more`] : [];
  return [...told.slice(0, LEAKS_MAX), ...more];
}

/** During which module a property first changed. */
function findModules(diagnosis: Diagnosis, changes: readonly Change[]): ReadonlyMap<Change, string> {
  const found = new Map<Change, string>();
  const running: string[] = [];
  const look = () => {
    const path = running.at(-1);
    if (path === undefined) return;
    for (const change of changes) {
      if (found.has(change)) continue;
      const now = Reflect.getOwnPropertyDescriptor(change.target, change.key);
      if (!Object.is(now?.value, change.before?.value) || now?.get !== change.before?.get) found.set(change, diagnosis.moduleName(path));
    }
  };
  diagnosis.run((phase, path) => {
    look();
    if (phase === 'begins') running.push(path);
    else running.pop();
  });
  undo(changes);
  return found;
}

/** The line that first assigned; what is defined rather than assigned cannot be trapped. */
function findLines(diagnosis: Diagnosis, changes: readonly Change[]): ReadonlyMap<Change, string> {
  const stacks = new Map<Change, string>();
  for (const change of changes) trap(change, (stack) => stacks.has(change) || stacks.set(change, stack));
  diagnosis.run(undefined);
  undo(changes);
  return new Map(
    [...stacks].flatMap(([change, stack]) => {
      const place = diagnosis.placeOf(stack);
      return place === undefined ? [] : [[change, place]];
    }),
  );
}

function trap({ target, key, before }: Change, assigned: (stack: string) => void): void {
  let held: unknown = before?.value;
  Reflect.defineProperty(target, key, {
    configurable: true,
    enumerable: before?.enumerable ?? true,
    get: () => held,
    set(this: object, value: unknown) {
      if (this === target) {
        held = value;
        assigned(String(new Error('assigned').stack));
      } else Reflect.defineProperty(this, key, { value, writable: true, configurable: true, enumerable: true });
    },
  });
}
