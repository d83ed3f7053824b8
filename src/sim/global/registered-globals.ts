/**
 * Things that packages keep on the global object under registered symbols, to share them between their copies: undici does so with its
 * dispatcher, and the host's own fetch brings one along that would reach the real network. While a run goes on, the host's are put
 * aside, and every machine has its own; clients, whose code is that of the scenario, use the scenario's.
 */
import type { Machine, Part } from '../machine.ts';
import { hideHostSymbols } from './host-symbols.ts';

const KEYS = [
  Symbol.for('undici.globalDispatcher.1'),
  Symbol.for('undici.globalDispatcher.2'),
  Symbol.for('undici.globalOrigin.1'),
] as const;

const valuesPart: Part<unknown[]> = { name: 'registered globals', create: () => [] };

let onStage: Machine | undefined;

/** Until the returned function is called. */
export function hideRegisteredGlobals(): () => void {
  const bringBack = hideHostSymbols();
  leaveStage();
  return () => {
    leaveStage();
    bringBack();
  };
}

/** The code of this machine runs from now on. */
export function putOnStage(machine: Machine): void {
  const owner = ownerOf(machine);
  if (owner === onStage) return;
  if (onStage !== undefined) save(onStage);
  onStage = owner;
  const values = owner.peek(valuesPart);
  for (let at = 0; at < KEYS.length; at += 1) {
    const key = KEYS[at];
    if (key !== undefined) write(key, values?.[at]);
  }
}

/** Between runs nobody has any. */
export function leaveStage(): void {
  onStage = undefined;
  for (const key of KEYS) write(key, undefined);
}

function save(machine: Machine): void {
  for (let at = 0; at < KEYS.length; at += 1) {
    const key = KEYS[at];
    const value = key === undefined ? undefined : read(key);
    if (value !== undefined) machine.part(valuesPart)[at] = value;
  }
}

function ownerOf(machine: Machine): Machine {
  return machine.role === 'client' ? (machine.kernel.machines[0] ?? machine) : machine;
}

function read(key: symbol): unknown {
  return Reflect.get(globalThis, key);
}

/** Only where it makes a difference: a property that is not there stays away. */
function write(key: symbol, value: unknown): void {
  if (Reflect.get(globalThis, key) !== value) Reflect.set(globalThis, key, value);
}
