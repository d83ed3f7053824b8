/**
 * The builtin modules of one machine. They are made once for all machines and ask who is calling; a machine gets its own shallow copy,
 * so that a function a program replaces is replaced for that program only.
 */
import { diagnosticsChannelOf } from '../builtin/diagnostics-channel.ts';
import { bareName, builtinModule, servedBy } from '../builtin/table.ts';
import type { Machine } from '../machine.ts';
import { processOf } from '../process/sim-process.ts';

export class MachineBuiltins {
  readonly #machine: Machine;
  readonly #copies = new Map<string, unknown>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  take(id: string): unknown {
    const name = bareName(id);
    if (name === 'process') return processOf(this.#machine);
    let copy = this.#copies.get(name);
    if (copy === undefined) {
      copy = this.#copyOf(name);
      this.#copies.set(name, copy);
    }
    return copy;
  }

  #copyOf(name: string): unknown {
    if (name === 'diagnostics_channel') return diagnosticsChannelOf(this.#machine);
    const module = builtinModule(name);
    // Functions such as `assert` and `events` cannot be copied without changing what they are.
    if (typeof module !== 'object' || module === null) return module;
    const copy = copyOf(module);
    // `require('fs').promises` and `require('fs/promises')` are one and the same.
    const inner = `${name}/promises`;
    if (servedBy(inner) !== undefined && 'promises' in copy)
      Object.defineProperty(copy, 'promises', { value: this.take(inner), writable: true, configurable: true, enumerable: true });
    return copy;
  }
}

/** Copying values is many times as fast as copying descriptors, and most modules have nothing but values. */
const plain = new WeakMap<object, boolean>();

function copyOf(module: object): object {
  let isPlain = plain.get(module);
  if (isPlain === undefined) {
    const descriptors = Object.values(Object.getOwnPropertyDescriptors(module));
    isPlain = descriptors.every((descriptor) => 'value' in descriptor && descriptor.enumerable === true);
    plain.set(module, isPlain);
  }
  if (isPlain) return { ...module };
  const copy: object = {};
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(module)))
    Object.defineProperty(copy, key, { ...descriptor, configurable: true });
  return copy;
}
