/** Carries out the faults of whole machines, right after a transition in which a machine touched its disk or the network. */
import type { Lifecycle, NodeEntry } from '../lifecycle.ts';
import type { Machine } from '../machine.ts';
import { write } from '../process/output-stream.ts';
import type { Firing } from './fault.ts';

const PAUSES_MS = [50, 500, 5000, 30_000] as const;
const STEPS_MS = [1000, -1000, 60_000, -60_000] as const;
const DRIFTS_PPM = [100, -100, 10_000, -10_000] as const;

/** What Node says before it is gone, and how it goes. */
const OUT_OF_MEMORY = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n';
const ABORTED = 134;

type Act = (firing: Firing, machine: Machine, lifecycle: Lifecycle) => void;

const acts: Readonly<Record<string, Act>> = {
  crash(firing, machine, lifecycle) {
    const { mode, as } = firing.spec.settings;
    toldIfBusy(firing, machine);
    if (isEntry(as)) lifecycle.become(machine, as);
    const losses = machine.kernel.powerLosses.length;
    lifecycle.crash(machine, mode === 'power-loss' ? 'power-loss' : 'process');
    if (machine.kernel.powerLosses.slice(losses).some(({ lost }) => lost > 0)) firing.mattered();
    comeBack(firing, machine, lifecycle);
  },

  out_of_memory(firing, machine, lifecycle) {
    toldIfBusy(firing, machine);
    write(machine, 2, OUT_OF_MEMORY);
    lifecycle.crash(machine, 'process');
    if (machine.state !== 'running') machine.exitCode = ABORTED;
    comeBack(firing, machine, lifecycle);
  },

  terminate(firing, machine, lifecycle) {
    const { graceMs, restartAfterMs } = firing.spec.settings;
    const { kernel, life } = machine;
    const [test] = kernel.machines;
    // It either dies of it or hears it.
    firing.mattered();
    lifecycle.signal(machine, 'SIGTERM');
    if (test === undefined) return;
    const graceUs = Number(graceMs) * 1000;
    kernel.timer(test, 'terminate', graceUs, () => machine.life === life && lifecycle.signal(machine, 'SIGKILL'), undefined);
    if (typeof restartAfterMs !== 'number') return;
    const back = (): void => {
      if (machine.state !== 'running') lifecycle.start(machine);
    };
    kernel.timer(test, 'restart', graceUs + restartAfterMs * 1000, back, undefined);
  },

  pause(firing, machine) {
    const { ms } = firing.spec.settings;
    const lengthMs = typeof ms === 'number' ? ms : (PAUSES_MS[firing.choose('length', PAUSES_MS.length)] ?? 0);
    const untilUs = machine.kernel.nowUs + lengthMs * 1000;
    machine.loop.pausedUntilUs = untilUs;
    firing.matteredIf(() => machine.loop.heldUpUntilUs >= untilUs);
  },

  clock_step(firing, machine) {
    const { ms } = firing.spec.settings;
    const stepMs = typeof ms === 'number' ? ms : (STEPS_MS[firing.choose('step', STEPS_MS.length)] ?? 0);
    machine.skewUs += stepMs * 1000;
    if (stepMs !== 0) toldIfRead(firing, machine);
  },

  clock_drift(firing, machine) {
    const { ppm } = firing.spec.settings;
    const rate = typeof ppm === 'number' ? ppm : (DRIFTS_PPM[firing.choose('rate', DRIFTS_PPM.length)] ?? 0);
    machine.driftFrom(machine.kernel.nowUs, rate);
    toldIfRead(firing, machine);
  },

  clock_swing(firing, machine) {
    const { ms, periodMs } = firing.spec.settings;
    machine.swing = { sinceUs: machine.kernel.nowUs, byUs: Number(ms) * 1000, periodUs: Number(periodMs) * 1000 };
    toldIfRead(firing, machine);
  },
};

/** Asked after every transition in which the machine touched the outside. */
export function atBoundary(machine: Machine, lifecycle: Lifecycle): void {
  machine.touched = false;
  if (machine.role !== 'node' || machine.state !== 'running') return;
  const firing = machine.kernel.fault('machine.boundary', { machine });
  if (firing !== undefined) acts[firing.spec.type]?.(firing, machine, lifecycle);
}

function isEntry(value: unknown): value is NodeEntry {
  return typeof value === 'string' || typeof value === 'function';
}

/** A process that is about to end by itself has nothing left to lose but what it wrote. */
function toldIfBusy(firing: Firing, machine: Machine): void {
  if (machine.loop.alive > 0 || machine.handles > 0) firing.mattered();
}

/** A clock that nobody looks at is wrong for nobody. */
function toldIfRead(firing: Firing, machine: Machine): void {
  const { wallReads } = machine;
  firing.matteredIf(() => machine.wallReads > wallReads);
}

function comeBack({ spec }: Firing, machine: Machine, lifecycle: Lifecycle): void {
  const { restartAfterMs } = spec.settings;
  if (typeof restartAfterMs === 'number' && machine.state !== 'running') lifecycle.start(machine, restartAfterMs * 1000);
}
