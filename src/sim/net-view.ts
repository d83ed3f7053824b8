/** `sim.net`: the network as the test sees it, and what it may do to it. */
import type { LinkOptions } from '../world/wire/topology.ts';
import type { Kernel } from './machine.ts';
import { hostIfAny } from './net/host.ts';
import { networkOf } from './net/network.ts';

interface Named {
  readonly name: string;
}

type Who = string | Named;

export interface ConnectionView {
  readonly from: string;
  readonly local: string;
  readonly remote: string;
}

export class NetView {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Splits the machines into groups that do not hear each other, until `heal`. Whoever is named nowhere stays with the others like it. */
  partition(...groups: readonly (readonly Who[])[]): void {
    const names = groups.map((group) => group.map(nameOf));
    for (const name of names.flat()) this.#check(name);
    networkOf(this.#kernel).topology.partition(names, false);
  }

  /** Nothing gets from one machine to the other, but back it does. */
  partitionOneWay(from: Who, to: Who): void {
    const [a, b] = [this.#check(nameOf(from)), this.#check(nameOf(to))];
    networkOf(this.#kernel).topology.cut({ byFault: false, stops: (source, target) => source === a && target === b });
  }

  /** Everybody hears everybody again. */
  heal(): void {
    networkOf(this.#kernel).topology.heal();
  }

  /** What is sent between the two within this time arrives only after it. */
  clog(a: Who, b: Who, ms: number): void {
    const { topology } = networkOf(this.#kernel);
    const untilUs = this.#kernel.nowUs + Math.round(ms * 1000);
    topology.clog(this.#check(nameOf(a)), this.#check(nameOf(b)), untilUs);
    topology.clog(nameOf(b), nameOf(a), untilUs);
  }

  /** A machine may be declared after its links. */
  connect(a: Who, b: Who, link: LinkOptions): void {
    networkOf(this.#kernel).topology.connect(nameOf(a), nameOf(b), link);
  }

  /** Every open end of a connection. */
  connections(): readonly ConnectionView[] {
    return this.#kernel.machines.flatMap((machine) =>
      [...(hostIfAny(machine)?.endpoints ?? [])].map(({ local, remote }) => ({
        from: machine.name,
        local: `${local.address}:${local.port}`,
        remote: `${remote.address}:${remote.port}`,
      })),
    );
  }

  #check(name: string): string {
    if (this.#kernel.machineNamed(name) === undefined) throw new TypeError(`sim.net: there is no machine '${name}'`);
    return name;
  }
}

function nameOf(who: Who): string {
  return typeof who === 'string' ? who : who.name;
}
