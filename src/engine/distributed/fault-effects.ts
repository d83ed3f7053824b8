/**
 * Whether what faults did made a difference. A message that was lost has only been lost if no copy of it arrived; one that was doubled, if
 * both copies did; one that was held back, if something happened in the meantime; a crash matters if the node forgot something or was
 * missed while it was down, a partition if somebody wanted to pass; one that ended before anything else happened has changed nothing. Most of it is known only later, so it is noted here and judged at the end.
 */
import type { ArmedFault } from './fault-plan.ts';
import type { Happening, Message } from './happening.ts';

/** A fault that goes on for a while. */
interface Lasting {
  readonly fault: ArmedFault;
  /** Events that had happened when it began. */
  readonly events: number;
  /** It was in somebody's way. */
  isInTheWay: boolean;
}

export class FaultEffects {
  readonly #lost: { readonly fault: ArmedFault; readonly id: number }[] = [];
  readonly #doubled: { readonly fault: ArmedFault; readonly id: number }[] = [];
  readonly #held = new Map<Happening, { readonly fault: ArmedFault; readonly events: number }>();
  /** By node. */
  readonly #crashed = new Map<number, Lasting>();
  readonly #cut: (Lasting & { readonly a: number; readonly b: number })[] = [];
  /** How often each message has arrived; only those that something was done to. */
  readonly #arrivals = new Map<number, number>();

  lost(fault: ArmedFault, { id }: Message): void {
    this.#lost.push({ fault, id });
  }

  doubled(fault: ArmedFault, { id }: Message): void {
    this.#doubled.push({ fault, id });
  }

  /** `events` have happened so far, the attempt to deliver it included. */
  held(fault: ArmedFault, happening: Happening, events: number): void {
    this.#held.set(happening, { fault, events });
  }

  crashed(fault: ArmedFault, node: number, events: number): void {
    this.#crashed.set(node, { fault, events, isInTheWay: false });
  }

  cut(fault: ArmedFault, a: number, b: number, events: number): void {
    this.#cut.push({ fault, a, b, events, isInTheWay: false });
  }

  /** The `events`-th event of the schedule delivers it. */
  arrived(happening: Happening, { id }: Message, events: number): void {
    this.#arrivals.set(id, (this.#arrivals.get(id) ?? 0) + 1);
    const held = this.#held.get(happening);
    if (held === undefined) return;
    this.#held.delete(happening);
    if (events > held.events + 1) held.fault.mattered = true;
  }

  /** It is up again, whoever brought it back; the `events`-th event did. */
  started(node: number, events: number): void {
    const crashed = this.#crashed.get(node);
    if (crashed === undefined) return;
    this.#crashed.delete(node);
    ended(crashed, events);
  }

  /** Somebody wanted something of a node that is down. */
  missed(node: number): void {
    const crashed = this.#crashed.get(node);
    if (crashed !== undefined) crashed.isInTheWay = true;
  }

  /** A message could not go from one to the other. */
  blocked(from: number, to: number): void {
    for (const cut of this.#cut) if ((cut.a === from && cut.b === to) || (cut.a === to && cut.b === from)) cut.isInTheWay = true;
  }

  healed(a: number, b: number, events: number): void {
    const at = this.#cut.findIndex((cut) => cut.a === a && cut.b === b);
    for (const cut of at < 0 ? [] : this.#cut.splice(at, 1)) ended(cut, events);
  }

  /** At the end of the schedule. */
  judge(): void {
    for (const lasting of [...this.#crashed.values(), ...this.#cut]) ended(lasting, Number.POSITIVE_INFINITY);
    for (const { fault, id } of this.#lost) if (!this.#arrivals.has(id)) fault.mattered = true;
    for (const { fault, id } of this.#doubled) if ((this.#arrivals.get(id) ?? 0) > 1) fault.mattered = true;
  }
}

/** Its end is an event itself; whatever it was in the way of came no later if nothing else happened. */
function ended({ fault, events, isInTheWay }: Lasting, now: number): void {
  if (isInTheWay && now > events + 1) fault.mattered = true;
}
