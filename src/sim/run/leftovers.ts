/** What is still there when nothing goes on any more: clients that wait for ever, requests without an answer, processes that cannot end. */
import type { RunKernel } from '../kernel.ts';
import type { Machine } from '../machine.ts';
import type { Plan } from '../scenario/plan.ts';
import type { Verdict } from './verdict.ts';

export function reportPendingClients(plan: Plan, verdict: Verdict, kernel: RunKernel): void {
  for (const client of plan.clients) {
    if (client.state === 'done' || client.state === 'failed') continue;
    const { name } = client.machine;
    const message = `client ${name} still waits, and nothing is left that could wake it (virtual time ${Math.floor(kernel.nowUs / 1000)} ms)`;
    verdict.report({ kind: 'hang', title: 'client_pending', message, place: name });
  }
}

/** Asked to end and listening for it, a process should let go of everything it holds. */
export function reportUnended(machine: Machine, verdict: Verdict): void {
  if (machine.state !== 'running') return;
  const held = heldBy(machine);
  const message = `${machine.name} handled SIGTERM but cannot end: it still holds ${held === '' ? 'something' : held}`;
  verdict.report({ kind: 'target_behavior', title: 'leaked_handle', message, place: machine.name });
}

/** `2 × interval, 1 × open handle`. */
function heldBy({ loop, handles }: Machine): string {
  const counts = new Map<string, number>();
  const count = (label: string) => counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const heap of [loop.timers, loop.arrivals]) heap.forEach((pending) => pending.keepsAlive && count(pending.label));
  if (handles > 0) counts.set('open handle', handles);
  return [...counts].map(([label, times]) => `${times} × ${label}`).join(', ');
}
