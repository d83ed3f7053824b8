/**
 * Things that packages keep on the global object under registered symbols, to share them between their copies: undici does so with its
 * dispatcher, and the host's own fetch brings one along that would reach the real network. While a run goes on, the host's are put
 * aside, and every machine has its own; clients, whose code is that of the scenario, use the scenario's.
 */
import type { Machine, Part } from '../machine.ts';
import { hideHostSymbols } from './host-symbols.ts';

const DISPATCHER_1 = Symbol.for('undici.globalDispatcher.1');
const DISPATCHER_2 = Symbol.for('undici.globalDispatcher.2');
const ORIGIN = Symbol.for('undici.globalOrigin.1');

interface Registered {
  [DISPATCHER_1]: unknown;
  [DISPATCHER_2]: unknown;
  [ORIGIN]: unknown;
}

// Reason for the cast: no type says what packages keep there.
const shared = globalThis as unknown as Registered;

const NONE: Readonly<Registered> = { [DISPATCHER_1]: undefined, [DISPATCHER_2]: undefined, [ORIGIN]: undefined };

const valuesPart: Part<Registered> = { name: 'registered globals', create: () => ({ ...NONE }) };

/**
 * There from now on, in the way undici itself puts them there, but without a value, which counts as not there. To find nothing at every turn
 * takes far longer than to find this; and V8 throws away the machine code that looks at a global when that is taken away, so if they came and
 * went with every session, the loop of all transitions would be compiled again in each of them.
 */
for (const key of [DISPATCHER_1, DISPATCHER_2, ORIGIN])
  if (!Object.hasOwn(globalThis, key)) Object.defineProperty(globalThis, key, { value: undefined, writable: true });

/** Whose code runs. */
let running: Machine | undefined;
/** Whether any machine of the run has one; nearly none does. */
let areThereAny = false;

/** Until the returned function is called. */
export function hideRegisteredGlobals(): () => void {
  const bringBack = hideHostSymbols();
  leaveStage();
  return () => {
    leaveStage();
    bringBack();
  };
}

/**
 * The code of this machine runs from now on. Machines take turns as chance will have it, so to ask first whether it is another one takes longer
 * than to see that there is nothing to put aside.
 */
export function putOnStage(machine: Machine): void {
  if (areThereAny || isAnyThere()) return exchange(machine);
  running = machine;
}

function exchange(machine: Machine): void {
  const before = running === undefined ? undefined : ownerOf(running);
  const owner = ownerOf(machine);
  running = machine;
  if (owner === before) return;
  if (before !== undefined) save(before);
  if (areThereAny) put(owner.peek(valuesPart) ?? NONE);
}

/** Between runs nobody has any. */
export function leaveStage(): void {
  running = undefined;
  areThereAny = false;
  put(NONE);
}

function isAnyThere(): boolean {
  return shared[DISPATCHER_1] !== undefined || shared[DISPATCHER_2] !== undefined || shared[ORIGIN] !== undefined;
}

/** Each key is read and written in a place of its own: that is quick, and machines take turns all the time. */
function save(machine: Machine): void {
  const { [DISPATCHER_1]: first, [DISPATCHER_2]: second, [ORIGIN]: origin } = shared;
  if (first === undefined && second === undefined && origin === undefined) return;
  areThereAny = true;
  const kept = machine.part(valuesPart);
  if (first !== undefined) kept[DISPATCHER_1] = first;
  if (second !== undefined) kept[DISPATCHER_2] = second;
  if (origin !== undefined) kept[ORIGIN] = origin;
}

/** Only where it makes a difference: a property that is not there stays away. */
function put(values: Readonly<Registered>): void {
  if (shared[DISPATCHER_1] !== values[DISPATCHER_1]) shared[DISPATCHER_1] = values[DISPATCHER_1];
  if (shared[DISPATCHER_2] !== values[DISPATCHER_2]) shared[DISPATCHER_2] = values[DISPATCHER_2];
  if (shared[ORIGIN] !== values[ORIGIN]) shared[ORIGIN] = values[ORIGIN];
}

function ownerOf(machine: Machine): Machine {
  return machine.role === 'client' ? (machine.kernel.machines[0] ?? machine) : machine;
}
