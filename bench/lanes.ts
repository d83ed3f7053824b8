/**
 * Compares variants of the same work. Each variant is a lane with processes of its own, so that one cannot shape the machine code
 * of another; the lanes take turns, so that a busy machine slows all of them alike; CPU time is counted, not wall time. Which
 * machine code a process gets is luck, worth a tenth of its speed and more; so every lane is run by several, one after the other.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Prepares the work; each call of the result does one batch and returns how many units it held. */
export type Lane = () => () => number;

export interface LaneResult {
  /** CPU time of one unit, averaged over all batches. */
  readonly nsPerUnit: number;
}

const WARM_UP_BATCHES = 8;
const GENERATIONS = 16;

/** Every lane does at least `rounds` batches. Calls `conclude` in the process that was started; the processes of the lanes only work. */
export async function compareLanes<Name extends string>(
  lanes: Readonly<Record<Name, Lane>>,
  rounds: number,
  conclude: (results: Readonly<Record<Name, LaneResult>>) => void,
): Promise<void> {
  const asked = process.argv[2];
  const lane = Object.entries<Lane>(lanes).find(([name]) => name === asked)?.[1];
  if (lane !== undefined) return serve(lane);
  // Reason for the cast: keys of a record with literal keys are exactly those.
  const names = Object.keys(lanes) as Name[];
  const entrants = names.map((name) => ({ name, batches: new Array<number>() }));
  for (let generation = 0; generation < GENERATIONS; generation += 1) await race(entrants, Math.ceil(rounds / GENERATIONS));
  const entries = entrants.map(({ name, batches }): [string, LaneResult] => [name, { nsPerUnit: average(batches) }]);
  const results: { [name: string]: LaneResult } = Object.fromEntries(entries);
  // Reason for the cast: fromEntries forgets that every name is there.
  conclude(results as Record<Name, LaneResult>);
}

interface Entrant {
  readonly name: string;
  /** CPU time of one unit, batch by batch. */
  readonly batches: number[];
}

async function race(entrants: readonly Entrant[], rounds: number): Promise<void> {
  const runners = entrants.map(({ name, batches }) => ({ child: start(name), batches }));
  for (let round = 0; round < rounds; round += 1) {
    // Every second round backwards: whoever runs after another one may profit or suffer from it.
    for (const { child, batches } of round % 2 === 0 ? runners : runners.toReversed()) batches.push(await batchOf(child));
  }
  for (const { child } of runners) child.disconnect();
}

/** The same program again; its argument tells it which lane it is. */
function start(name: string): ChildProcess {
  return fork(process.argv[1] ?? '', [name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** All of it, not the best of it: a garbage collection strikes some batches and belongs to the bill of whoever made the garbage. */
function average(batches: readonly number[]): number {
  return batches.reduce((sum, ns) => sum + ns, 0) / batches.length;
}

async function batchOf(child: ChildProcess): Promise<number> {
  child.send('batch');
  const [ns] = await once(child, 'message');
  return Number(ns);
}

function serve(lane: Lane): void {
  const batch = lane();
  for (let count = 0; count < WARM_UP_BATCHES; count += 1) batch();
  process.on('message', () => {
    const before = process.cpuUsage();
    const units = batch();
    const { user, system } = process.cpuUsage(before);
    process.send?.(((user + system) * 1000) / units);
  });
}
