/** `sim.net`: the network as the test sees it, and what it may do to it. */
import type { LinkOptions } from '../world/wire/topology.ts';
import type { Kernel } from './machine.ts';
import { hostIfAny } from './net/host.ts';
import { networkOf } from './net/network.ts';
import { checkOptions } from './scenario/check-options.ts';
import { checkValues, rule, type Rules } from './scenario/option-rules.ts';

const LINK_RULES: Rules = { latencyMs: rule.range, loss: rule.chance, bytesPerSecond: rule.notNegative };
const LINK: ReadonlySet<string> = new Set(Object.keys(LINK_RULES));

interface Named {
  readonly name: string;
}

type Who = string | Named;

export interface ConnectionView {
  readonly from: string;
  readonly local: string;
  readonly remote: string;
}

/** Ends of links that nobody had declared yet, with where that was. */
const unknownEnds = new WeakMap<Kernel, readonly { readonly name: string; readonly mistake: Error }[]>();

/** Once everything is declared: a link to nobody would be none. */
export function checkLinks(kernel: Kernel): void {
  for (const { name, mistake } of unknownEnds.get(kernel) ?? []) if (kernel.machineNamed(name) === undefined) throw mistake;
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
    const call = `sim.connect('${nameOf(a)}', '${nameOf(b)}', …)`;
    checkOptions(call, link, LINK);
    checkValues(call, link, LINK_RULES);
    for (const name of [nameOf(a), nameOf(b)]) {
      if (this.#kernel.machineNamed(name) !== undefined) continue;
      const known = unknownEnds.get(this.#kernel) ?? [];
      unknownEnds.set(this.#kernel, [...known, { name, mistake: new TypeError(`${call}: there is no machine '${name}'`) }]);
    }
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
