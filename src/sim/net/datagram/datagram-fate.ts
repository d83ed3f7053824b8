/** What becomes of one datagram: it arrives once, as on a healthy network, or late, twice, overtaken or never. */
import type { Machine } from '../../machine.ts';
import type { Firing } from '../../fault/fault.ts';
import { lateUs } from '../../fault/late-us.ts';
import type { Network } from '../network.ts';

/** Long enough for what was sent after it to get ahead. */
const OVERTAKEN_US = 20_000;

export interface Fate {
  /** After how many microseconds it arrives, each time it does. */
  readonly delaysUs: readonly number[];
  /** The fault that made it so. */
  readonly firing?: Firing;
}

export function fateOf(network: Network, from: Machine, to: Machine): Fate {
  const { kernel, topology } = network;
  const { loss } = topology.link(from.name, to.name);
  if (loss > 0 && kernel.happens(`datagram loss ${from.name} ${to.name}`, loss)) return { delaysUs: [] };
  const delayUs = network.delayUs(from, to, 0);
  const firing = kernel.fault('net.datagram', { machine: from, peer: to });
  if (firing === undefined) return { delaysUs: [delayUs] };
  switch (firing.spec.type) {
    case 'loss':
      return { delaysUs: [], firing };
    case 'duplicate':
      return { delaysUs: [delayUs, delayUs * 2], firing };
    case 'reorder':
      return { delaysUs: [delayUs + OVERTAKEN_US], firing };
    default:
      return { delaysUs: [delayUs + lateUs(firing)], firing };
  }
}

/** A datagram that a fault did something to, and how often it has arrived. */
export class Treated {
  readonly #firing: Firing;
  #arrivals = 0;

  /** `isExpected`: somebody listens where it goes. */
  constructor(firing: Firing, isExpected: boolean) {
    this.#firing = firing;
    if (isExpected && firing.spec.type === 'loss') firing.mattered();
  }

  /** Somebody got it; `isOvertaken`: something that was sent later has arrived before. */
  arrived(isOvertaken: boolean): void {
    this.#arrivals += 1;
    const { type } = this.#firing.spec;
    if (type === 'duplicate' ? this.#arrivals > 1 : type !== 'reorder' || isOvertaken) this.#firing.mattered();
  }
}
