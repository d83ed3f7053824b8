/** What is still there when nothing goes on any more: clients that wait for ever, requests without an answer, processes that cannot end. */
import { growthText, memoryWatch } from '../contain/memory-watch.ts';
import { diskIfAny } from '../builtin/fs/machine-disk.ts';
import type { RunKernel } from '../kernel.ts';
import type { Machine } from '../machine.ts';
import { openServers, openSockets, unansweredRequests } from '../net/open-ends.ts';
import { abandonedCall } from '../scenario/node-handle.ts';
import type { Plan } from '../scenario/plan.ts';
import { waitText } from './await-watch.ts';
import type { Verdict } from './verdict.ts';

export function reportPendingClients(plan: Plan, verdict: Verdict, kernel: RunKernel): void {
  for (const client of plan.clients) {
    if (client.state === 'done' || client.state === 'failed') continue;
    const { name } = client.machine;
    const open = unanswered(plan).map(({ machine, request }) => `; ${machine.name} has not answered ${request}`);
    const ended = abandonedCall(client.machine);
    if (ended !== undefined) open.push(`; ${ended}`);
    const isStuck = !kernel.scheduler.loops.some((loop) => loop.lively > 0);
    const why = isStuck ? 'and nothing is left that could wake it' : 'longer than a run is given (option timeoutMs of the simulation)';
    const message = `client ${name} still waits${callOf(plan, client.machine)}, ${why} (virtual time ${Math.floor(kernel.nowUs / 1000)} ms)${open.join('')}`;
    const stack = kernel.awaits?.placeOf(client.machine);
    const waits = isStuck ? (kernel.awaits?.waits(kernel.machines) ?? []) : [];
    kernel.footprints?.waits(client.machine.loop.place);
    verdict.report({
      kind: 'hang',
      title: 'client_pending',
      message,
      place: name,
      ...(waits.length === 0 ? {} : { details: { waits: waits.map(waitText).join('\n') } }),
      ...(stack === undefined ? {} : { stack }),
    });
  }
}

/** The one call of the scenario that has no end of its own. */
function callOf({ waiters, settlers }: Plan, machine: Machine): string {
  if (waiters.some((waiter) => waiter.machine === machine)) return ' in sim.until for a condition that does not hold';
  return settlers.some((settler) => settler.machine === machine) ? ' in sim.settle' : '';
}

/** Nobody waits for these any more except the connection they came on. */
export function reportUnanswered(plan: Plan, verdict: Verdict): void {
  for (const { machine, request } of unanswered(plan)) {
    const message = `${machine.name} never answered ${request}, and nothing is left that could`;
    machine.kernel.footprints?.waits(machine.loop.place);
    verdict.report({ kind: 'target_behavior', title: 'response_never_sent', message, place: `${machine.name} ${request}` });
  }
}

function unanswered(plan: Plan): readonly { readonly machine: Machine; readonly request: string }[] {
  return plan.nodes.flatMap((machine) => unansweredRequests(machine).map(({ method, url }) => ({ machine, request: `${method} ${url}` })));
}

/** Something that keeps more and more would end the whole process. */
export function reportMemory({ current, lastLabel }: RunKernel, verdict: Verdict): void {
  if (!memoryWatch.look()) return;
  const grown = growthText(memoryWatch.exceeded ?? 0);
  const message = `memory grew by ${grown} that nothing gave back; the last to run was the ${lastLabel} of ${current.name}`;
  verdict.report({ kind: 'target_behavior', title: 'memory_growth', message, place: 'memory' });
}

/** Asked to end and listening for it, a process should let go of everything it holds; and whoever ends without a failure should unlock what it locked. */
export function reportLeaks(nodes: readonly Machine[], asked: readonly Machine[], verdict: Verdict): void {
  for (const machine of asked) if (machine.state === 'running') reportUnended(machine, verdict);
  for (const machine of nodes) if (machine.state === 'exited' && machine.exitCode === 0) reportLocks(machine, verdict);
}

function reportLocks(machine: Machine, verdict: Verdict): void {
  const left = diskIfAny(machine)?.locks.held() ?? [];
  if (left.length === 0) return;
  const message = `${machine.name} ended and left ${left.join(', ')} behind, which it had created as a lock`;
  verdict.report({ kind: 'target_behavior', title: 'leaked_lock', message, place: machine.name });
}

function reportUnended(machine: Machine, verdict: Verdict): void {
  const held = heldBy(machine);
  const message = `${machine.name} handled SIGTERM but cannot end: it still holds ${held === '' ? 'something' : held}`;
  verdict.report({ kind: 'target_behavior', title: 'leaked_handle', message, place: machine.name });
}

/** `2 × interval, 1 × open handle`. */
function heldBy(machine: Machine): string {
  const { loop, handles } = machine;
  const counts = new Map<string, number>();
  const count = (label: string) => counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const heap of [loop.timers, loop.arrivals]) heap.forEach((pending) => pending.keepsAlive && count(pending.label.text));
  if (handles > 0) counts.set('open handle', handles);
  const ports = openServers(machine).map((port) => `a server on ${port}`);
  const sockets = openSockets(machine).flatMap(({ remote, isReferenced }) => (isReferenced ? [`a connection to ${remote}`] : []));
  return [...[...counts].map(([label, times]) => `${times} × ${label}`), ...ports, ...sockets].join(', ');
}
