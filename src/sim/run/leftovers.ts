/** What is still there when nothing goes on any more: clients that wait for ever, handles nobody closed. */
import type { RunKernel } from '../kernel.ts';
import type { Plan } from '../scenario/plan.ts';
import type { Verdict } from './verdict.ts';

export function reportPendingClients(plan: Plan, verdict: Verdict, kernel: RunKernel): void {
  for (const client of plan.clients) {
    if (client.state === 'done' || client.state === 'failed') continue;
    const message = `client ${client.machine.name} still waits, and nothing is left that could wake it (virtual time ${Math.floor(kernel.nowUs / 1000)} ms)`;
    verdict.report({ kind: 'hang', title: 'client_pending', message, place: client.machine.name });
  }
}

/** Made after the last check, so that a property that explains more comes first. */
export function reportLeftovers(_plan: Plan, _verdict: Verdict, _kernel: RunKernel): void {}
