/** Which real connection is which of the found run: by the steps in which it was dialled, accepted and written to. */
import type { FoundStep } from './found-order.ts';

interface Wire {
  readonly from: string;
  readonly to: string;
  /** The step in which it was dialled, and in which the other end took it. */
  readonly dialled: number;
  accepted: number | undefined;
  /** Who wrote to it in which steps. */
  readonly written: { readonly machine: string; readonly step: number }[];
}

interface OnWire {
  readonly machine: string;
  readonly label: string;
  readonly port?: number | undefined;
}

export class Wires {
  readonly #steps: readonly FoundStep[];
  /** By the port of the end that dialled, which both ends know. */
  readonly #wires = new Map<number, Wire>();

  constructor(steps: readonly FoundStep[]) {
    this.#steps = steps;
  }

  dialled(port: number, from: string, to: string, step: number): void {
    this.#wires.set(port, { from, to, dialled: step, accepted: undefined, written: [] });
  }

  wrote(port: number, machine: string, step: number): void {
    this.#wires.get(port)?.written.push({ machine, step });
  }

  /** The open connections of a machine with others, by port. */
  between(machine: string, others: readonly string[]): readonly number[] {
    const isBetween = ({ from, to }: Wire): boolean =>
      (from === machine && others.includes(to)) || (to === machine && others.includes(from));
    return [...this.#wires].flatMap(([port, wire]) => (isBetween(wire) ? [port] : []));
  }

  /** Whether what has arrived on a wire is what the found order has next; true for everything that is on none. */
  fits(what: OnWire, step: FoundStep): boolean {
    if (what.port === undefined) return true;
    const wire = this.#wires.get(what.port);
    if (wire === undefined) return false;
    if (what.label === 'net.connect') return wire.dialled === step.parent;
    if (what.label === 'socket.connect') return wire.accepted === step.parent;
    const sender = this.#steps[step.parent]?.machine;
    if (what.label === 'socket.reset') return sender === wire.from || sender === wire.to;
    return wire.written.some(({ machine, step: written }) => written === step.parent && machine === sender);
  }

  /** The step that led to something the found order does not have: another connection than it used, for example. */
  causeOf({ machine, label, port }: OnWire): number | undefined {
    const wire = port === undefined ? undefined : this.#wires.get(port);
    if (wire === undefined || label !== 'socket.data') return wire?.dialled;
    return wire.written.findLast((written) => written.machine !== machine)?.step;
  }

  ran({ label, port }: OnWire, step: number): void {
    const wire = port === undefined ? undefined : this.#wires.get(port);
    if (wire !== undefined && label === 'net.connect') wire.accepted = step;
  }
}
