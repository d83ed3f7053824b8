/** What becomes of one datagram: it arrives once, as on a healthy network, or late, twice, overtaken or never. */
import type { Machine } from '../../machine.ts';
import type { Network } from '../network.ts';

const LATENCIES_MS = [5, 50, 500, 5000] as const;
/** Long enough for what was sent after it to get ahead. */
const OVERTAKEN_US = 20_000;

/** After how many microseconds it arrives, each time it does. */
export function fateOf(network: Network, from: Machine, to: Machine): readonly number[] {
  const { kernel, topology } = network;
  const { loss } = topology.link(from.name, to.name);
  if (loss > 0 && kernel.happens(`datagram loss ${from.name} ${to.name}`, loss)) return [];
  const delayUs = network.delayUs(from, to, 0);
  const firing = kernel.fault('net.datagram', { machine: from, peer: to });
  if (firing === undefined) return [delayUs];
  firing.mattered();
  switch (firing.spec.type) {
    case 'loss':
      return [];
    case 'duplicate':
      return [delayUs, delayUs * 2];
    case 'reorder':
      return [delayUs + OVERTAKEN_US];
    default: {
      const ms = firing.spec.settings['ms'];
      const fixed = typeof ms === 'number' ? ms : LATENCIES_MS[firing.choose('length', LATENCIES_MS.length)];
      return [delayUs + (fixed ?? 0) * 1000];
    }
  }
}
