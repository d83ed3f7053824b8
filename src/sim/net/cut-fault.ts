/** Partitions and clogs made by faults: between whom, which way, how long. They end by themselves, or when the world heals. */
import type { Cut } from '../../world/wire/topology.ts';
import type { Firing } from '../fault/fault.ts';
import type { Machine } from '../machine.ts';
import type { Network } from './network.ts';

const LENGTHS_MS = [500, 3000, 15_000, 60_000] as const;
const CLOGS_MS = [50, 500, 5000] as const;

/** One machine alone, or the machines in two random halves with these two on different sides. */
export function cutByFault(firing: Firing, network: Network, from: Machine, to: Machine): void {
  if (from === to || network.blocks(from, to)) return;
  const { settings } = firing.spec;
  const size = settings['split'];
  const isolated =
    typeof size === 'number'
      ? undefined
      : settings['isolate'] === false
        ? undefined
        : isolate(firing, from, to, settings['split'] === true);
  const side =
    isolated === undefined ? split(firing, network, from, to, typeof size === 'number' ? size : undefined) : new Set([isolated.name]);
  const oneWay = settings['oneWay'] === true;
  const { kernel } = network;
  const cut: Cut = {
    byFault: true,
    stops: (a, b) => {
      const isStopped = kernel.faults.active && side.has(a) !== side.has(b) && (!oneWay || side.has(a));
      if (isStopped) firing.mattered();
      return isStopped;
    },
  };
  network.topology.cut(cut);
  const ms = settings['ms'];
  const lengthMs = typeof ms === 'number' ? ms : (LENGTHS_MS[firing.choose('length', LENGTHS_MS.length)] ?? 0);
  const [test] = kernel.machines;
  if (kernel.observed) kernel.note('partition', { side: [...side].join(' '), oneWay, ms: lengthMs });
  if (test !== undefined) kernel.timer(test, 'net.heal', lengthMs * 1000, () => network.topology.uncut(cut), undefined);
}

function isolate(firing: Firing, from: Machine, to: Machine, maySplit: boolean): Machine | undefined {
  const answer = firing.choose('side', maySplit ? 3 : 2);
  if (answer === 2) return undefined;
  return answer === 0 ? to : from;
}

/** With a size: that many on the side of the first, as far as there are. */
function split(firing: Firing, network: Network, from: Machine, to: Machine, size?: number): Set<string> {
  const side = new Set([from.name]);
  if (size !== undefined) {
    const others = network.kernel.machines.filter((machine) => machine !== from && machine !== to && machine.role !== 'test');
    while (side.size < size && others.length > 0) {
      const [taken] = others.splice(firing.choose('with', others.length), 1);
      if (taken !== undefined) side.add(taken.name);
    }
    return side;
  }
  for (const machine of network.kernel.machines) {
    if (machine !== from && machine !== to && firing.choose(`with ${machine.name}`, 2) === 1) side.add(machine.name);
  }
  return side;
}

export function clogByFault(firing: Firing, network: Network, from: Machine, to: Machine): void {
  if (from === to) return;
  firing.mattered();
  const ms = firing.spec.settings['ms'];
  const lengthMs = typeof ms === 'number' ? ms : (CLOGS_MS[firing.choose('length', CLOGS_MS.length)] ?? 0);
  network.topology.clog(from.name, to.name, network.kernel.nowUs + lengthMs * 1000);
}
