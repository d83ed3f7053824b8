/** Standard input of a machine: the text it was given, or what its parent writes. Whoever reads it waits for it to end. */
import { Readable } from 'node:stream';
import type { Machine, Part } from '../machine.ts';

export class StandardInput extends Readable {
  readonly fd = 0;
  readonly isTTY = false;
  readonly #machine: Machine;
  readonly #life: number;
  #isOpen = false;
  #isReading = false;

  constructor(machine: Machine) {
    super();
    this.#machine = machine;
    this.#life = machine.life;
  }

  /** Somebody will write to it. */
  open(): void {
    this.#isOpen = true;
  }

  override _read(): void {
    if (!this.#isOpen || this.#isReading) return;
    this.#isReading = true;
    if (this.#machine.life === this.#life) this.#machine.handles += 1;
  }

  receive(chunk: Uint8Array): void {
    this.push(chunk);
  }

  finish(): void {
    if (this.#isReading && this.#machine.life === this.#life) this.#machine.handles -= 1;
    this.#isOpen = false;
    this.#isReading = false;
    this.push(null);
  }

  ref(): this {
    return this;
  }

  /** A program may go although its input is still open. */
  unref(): this {
    if (this.#isReading && this.#machine.life === this.#life) this.#machine.handles -= 1;
    this.#isReading = false;
    return this;
  }

  setRawMode(): this {
    return this;
  }
}

const stdinPart: Part<StandardInput> = {
  name: 'stdin',
  create: (machine) => {
    const input = new StandardInput(machine);
    const { stdin } = machine.options;
    if (stdin === 'pipe') input.open();
    else {
      if (stdin !== undefined && stdin.text !== '') input.push(stdin.text);
      input.push(null);
    }
    return input;
  },
  down: (_machine, input) => {
    input.destroy();
    return undefined;
  },
};

export function stdinOf(machine: Machine): StandardInput {
  return machine.part(stdinPart);
}
