/** Faults of whole machines: crash, pause, clock steps. They strike right after a machine touched its disk or the network, where it hurts. */
import type { NodeEntry } from '../lifecycle.ts';
import type { CrashMode } from '../machine.ts';
import type { FaultSpec, FaultTarget } from './fault.ts';
import { checkNode, checkOneNode, type Named } from './named-node.ts';

export interface Often {
  /** Chance at each place where it can happen. */
  readonly rate?: number;
  /** How often at most in one run. */
  readonly times?: number;
}

export interface Back {
  /** Brings it back after 100 ms, or after the time given. */
  readonly restart?: boolean;
  readonly restartAfterMs?: number;
}

function backAfterMs({ restart, restartAfterMs }: Back): number | undefined {
  return restartAfterMs ?? (restart === true ? 100 : undefined);
}

function onNode(node: Named | undefined, call: string): (target: FaultTarget) => boolean {
  checkNode(node, call);
  return ({ machine }) => node === undefined || machine.name === node.name;
}

function onOneNode(node: Named, call: string): (target: FaultTarget) => boolean {
  checkOneNode(node, call);
  return ({ machine }) => machine.name === node.name;
}

export const machineFaults = {
  /** The process is killed, or the whole machine loses power; `restart: true` brings it back after 100 ms, `as` as another program: the next version. */
  crash(node: Named, options: Often & Back & { readonly disk?: CrashMode; readonly as?: NodeEntry } = {}): FaultSpec {
    return {
      type: 'crash',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 1,
      matches: onOneNode(node, 'faults.crash(node, …)'),
      settings: { mode: options.disk ?? 'process', restartAfterMs: backAfterMs(options), as: options.as },
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

  /** It is asked to end, and killed if it has not within the time given; `restart: true` brings it back 100 ms after that. */
  terminate(node: Named, options: Often & Back & { readonly graceMs?: number } = {}): FaultSpec {
    return {
      type: 'terminate',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 1,
      matches: onOneNode(node, 'faults.terminate(node, …)'),
      settings: { graceMs: options.graceMs ?? 5000, restartAfterMs: backAfterMs(options) },
    };
  },

  /** Its process runs out of memory: Node prints its last words and is gone, with exit code 134. */
  outOfMemory(node: Named, options: Often & Back = {}): FaultSpec {
    return {
      type: 'out_of_memory',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 1,
      matches: onOneNode(node, 'faults.outOfMemory(node, …)'),
      settings: { restartAfterMs: backAfterMs(options) },
    };
  },

  /** Its wall clock runs faster or slower from then on. */
  clockDrift(node?: Named, options: Often & { readonly ppm?: number } = {}): FaultSpec {
    return {
      type: 'clock_drift',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 1,
      matches: onNode(node, 'faults.clockDrift(node, …)'),
      settings: { ppm: options.ppm },
    };
  },

  /** Its wall clock goes ahead and behind in turns: by a second, within a minute, unless given. */
  clockSwing(node?: Named, options: Often & { readonly ms?: number; readonly periodMs?: number } = {}): FaultSpec {
    return {
      type: 'clock_swing',
      sites: ['machine.boundary'],
      rate: options.rate ?? 0.05,
      times: options.times ?? 1,
      matches: onNode(node, 'faults.clockSwing(node, …)'),
      settings: { ms: options.ms ?? 1000, periodMs: options.periodMs ?? 60_000 },
    };
  },
};
