/**
 * The surroundings of a target in its worker: the same time and the same random numbers for every execution, nothing on the console, and
 * no way to end or signal the process. A second pair of time and random numbers shows whether results depend on them.
 */
import type { GuardedBuiltins } from './guarded-builtins.ts';
import { guardEnds } from './process-ends.ts';

/** The beginning of 2030; what matters is that it is always the same. */
const TIME_MS = 1_893_456_000_000;
const LATER_MS = 1_234_567;

let random = 1;
let timeMs = TIME_MS;

/** Before every execution. */
export function pin(): void {
  random = 0x2545f491;
  timeMs = TIME_MS;
}

/** The same again with other random numbers, at another time. */
export function pinOtherwise(): void {
  random = 0x7f4a7c15;
  timeMs = TIME_MS + LATER_MS;
}

function nextRandom(): number {
  random ^= random << 13;
  random ^= random >>> 17;
  random ^= random << 5;
  return (random >>> 0) / 2 ** 32;
}

/** To be called once, before any code of the target runs. */
export function installWorld(builtins: GuardedBuiltins, allowHost: boolean, isOwnProcess: boolean): void {
  Math.random = nextRandom;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(timeMs).toString(),
    construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [timeMs] : values, made) as object, // a Date
    get: (target, key, receiver) => (key === 'now' ? () => timeMs : Reflect.get(target, key, receiver)),
  });
  quieten();
  guardEnds(builtins, isOwnProcess, allowHost);
  if (allowHost) return;
  globalThis.fetch = builtins.refuse('fetch');
  Reflect.deleteProperty(globalThis, 'WebSocket');
  guardProcess(builtins);
}

/** What a target prints for every input is of no use to anybody, and slow. */
function quieten(): void {
  const silent = (): void => undefined;
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table', 'time', 'timeEnd', 'group', 'groupEnd', 'count']) {
    Reflect.set(console, name, silent);
  }
  const written = (...words: readonly unknown[]): boolean => {
    const told = words.at(-1);
    if (typeof told === 'function') queueMicrotask(() => Reflect.apply(told, undefined, []));
    return true;
  };
  for (const stream of [process.stdout, process.stderr]) Reflect.set(stream, 'write', written);
}

function guardProcess(builtins: GuardedBuiltins): void {
  for (const name of ['chdir', 'setuid', 'setgid', 'binding']) Reflect.set(process, name, builtins.refuse(`process.${name}`));
  Reflect.set(process, 'getBuiltinModule', (id: unknown) => builtins.byName(id));
  Reflect.set(process.report, 'writeReport', builtins.refuse('process.report.writeReport'));
}
