/** Faults of whole machines: crash, pause, clock steps. They strike right after a machine touched its disk or the network, where it hurts. */
import type { Lifecycle } from '../lifecycle.ts';
import type { CrashMode, Machine } from '../machine.ts';
import type { FaultSpec, FaultTarget } from './fault.ts';
import { checkNode, type Named } from './named-node.ts';

export interface Often {
  /** Chance at each place where it can happen. */
  readonly rate?: number;
  /** How often at most in one run. */
  readonly times?: number;
}

function onNode(node: Named | undefined, call: string): (target: FaultTarget) => boolean {
  checkNode(node, call);
  return ({ machine }) => node === undefined || machine.name === node.name;
}

export const machineFaults = {
  /** The process is killed, or the whole machine loses power; `restart: true` brings it back after 100 ms. */
  crash(
    node: Named,
    options: Often & { readonly restart?: boolean; readonly restartAfterMs?: number; readonly disk?: CrashMode } = {},
  ): FaultSpec {
    const restartAfterMs = options.restartAfterMs ?? (options.restart === true ? 100 : undefined);
    return {
      type: 'crash',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 1,
      matches: onNode(node, 'faults.crash(node, …)'),
      settings: { mode: options.disk ?? 'process', restartAfterMs },
    };
  },

  /** Its event loop stands still for a while, as if blocked or swapped out. */
  pause(node?: Named, options: Often & { readonly ms?: number } = {}): FaultSpec {
    return {
      type: 'pause',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 2,
      matches: onNode(node, 'faults.pause(node, …)'),
      settings: { ms: options.ms },
    };
  },

  /** Its wall clock jumps. */
  clockStep(node?: Named, options: Often & { readonly ms?: number } = {}): FaultSpec {
    return {
      type: 'clock_step',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 2,
      matches: onNode(node, 'faults.clockStep(node, …)'),
      settings: { ms: options.ms },
    };
  },
};

const PAUSES_MS = [50, 500, 5000, 30_000] as const;
const STEPS_MS = [1000, -1000, 60_000, -60_000] as const;

/** Asked after every transition in which the machine touched the outside. */
export function atBoundary(machine: Machine, lifecycle: Lifecycle): void {
  if (machine.role !== 'node' || machine.state !== 'running') return;
  const firing = machine.kernel.fault('machine.boundary', { machine });
  if (firing === undefined) return;
  firing.mattered();
  const { type, settings } = firing.spec;
  if (type === 'crash') {
    lifecycle.crash(machine, settings['mode'] === 'power-loss' ? 'power-loss' : 'process');
    if (typeof settings['restartAfterMs'] === 'number' && machine.state !== 'running')
      lifecycle.start(machine, settings['restartAfterMs'] * 1000);
  } else if (type === 'pause') {
    const ms = typeof settings['ms'] === 'number' ? settings['ms'] : (PAUSES_MS[firing.choose('length', PAUSES_MS.length)] ?? 0);
    machine.loop.pausedUntilUs = machine.kernel.nowUs + ms * 1000;
  } else {
    const ms = typeof settings['ms'] === 'number' ? settings['ms'] : (STEPS_MS[firing.choose('step', STEPS_MS.length)] ?? 0);
    machine.skewUs += ms * 1000;
  }
}
