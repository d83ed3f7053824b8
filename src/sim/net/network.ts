/** The network of one run: links between its machines, how HTTP travels on it, and what went wrong with certificates. */
import { occupyUs, Topology } from '../../world/wire/topology.ts';
import { addressOf, indexOf, isAnyAddress, isLocalName, isLoopback } from '../../world/wire/addresses.ts';
import { thingOf } from '../../decide/footprint.ts';
import type { Kernel, Machine, Part } from '../machine.ts';

export type HttpPath = 'fast' | 'wire';

/** Steps between the shortest and the longest latency of a link. */
const LATENCY_STEPS = 4;
/** What a lost segment costs a stream: the sender's timer. */
const RETRANSMIT_US = 200_000;

export class Network {
  readonly kernel: Kernel;
  readonly topology = new Topology();
  httpPath: HttpPath = 'fast';
  /** The run is over: what closes now asks nobody. */
  isClosed = false;
  #isSegmented: boolean | undefined;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** How long bytes travel from one machine to the other; draws where the link leaves it open. */
  delayUs(from: Machine, to: Machine, bytes: number): number {
    const { kernel, topology } = this;
    kernel.footprints?.takesThing(wireBetween(from, to));
    const [here, there] = [from.host.name, to.host.name];
    const link = topology.link(here, there);
    let delay = link.minUs + topology.waitUs(here, there, kernel.nowUs) + occupyUs(link, kernel.nowUs, bytes);
    if (link.maxUs > link.minUs) {
      const step = kernel.choose(`latency ${here} ${there}`, LATENCY_STEPS);
      delay += Math.round(((link.maxUs - link.minUs) * step) / (LATENCY_STEPS - 1));
    }
    if (link.loss > 0 && bytes > 0 && kernel.happens(`loss ${here} ${there}`, link.loss)) delay += RETRANSMIT_US;
    return delay;
  }

  /** Whether HTTP messages travel in words; where chunks may be cut anywhere they travel as bytes. */
  get isFast(): boolean {
    this.#isSegmented ??= this.kernel.faults.arms('segmentation');
    return this.httpPath === 'fast' && !this.#isSegmented;
  }

  blocks(from: Machine, to: Machine): boolean {
    const { topology } = this;
    this.kernel.footprints?.takesThing(wireBetween(from, to));
    return !topology.isWhole && topology.blocks(from.host.name, to.host.name);
  }

  /** The machine behind an address, as seen from another one. */
  machineAt(address: string, from: Machine): Machine | undefined {
    if (isLoopback(address) || isAnyAddress(address)) return from.host;
    const index = indexOf(address);
    return index === undefined ? undefined : this.kernel.machines[index];
  }

  /** Addresses of a name; none when nobody has it. */
  resolve(name: string, from: Machine): readonly string[] {
    const wanted = name.toLowerCase();
    if (isLocalName(wanted) || wanted === '') return ['127.0.0.1', '::1'];
    if (wanted === from.host.name.toLowerCase()) return [addressOf(from.host.loop.index)];
    const machine = this.kernel.machines.find((each) => each.name.toLowerCase() === wanted);
    return machine === undefined ? [] : [addressOf(machine.loop.index)];
  }
}

/** What two computers have in common, as a thing of footprints: how long messages take, and the connections between them. */
export function wireBetween(a: Machine, b: Machine): number {
  const [one, other] = [a.host.loop.index, b.host.loop.index];
  return thingOf(Math.min(one, other), Math.max(one, other));
}

/** Kept by the first machine, which is there as long as the run; keeping it by the run in a weak map made collecting garbage a third of a run. */
const networkPart: Part<Network> = {
  name: 'network',
  create: ({ kernel }) => new Network(kernel),
  down: (_machine, network) => network,
};
let last: Network | undefined;

export function networkOf(kernel: Kernel): Network {
  if (last?.kernel === kernel) return last;
  const { footprints } = kernel;
  const find = () => keeperOf(kernel).part(networkPart);
  // Whoever asks first finds nothing that another would not.
  last = footprints === undefined ? find() : footprints.aside(find);
  return last;
}

function keeperOf(kernel: Kernel): Machine {
  const [first] = kernel.machines;
  if (first === undefined) throw new Error('a run has its own machine before anything else');
  return first;
}

/** The run is over: sockets that are closed from now on change nothing any more. */
export function closeNetwork(kernel: Kernel): void {
  const network = keeperOf(kernel).peek(networkPart);
  if (network !== undefined) network.isClosed = true;
  if (last?.kernel === kernel) last = undefined;
}
