/** What the recorded run itself may have broken: the rules of strict mode and its own limits on leaks. */
import type { MemoryOptions, RunSummary } from '../../trace/summary.ts';
import type { TraceMemory } from '../../trace/document.ts';
import { policyErrorOf } from '../conclude-command.ts';
import type { VerifyDocument } from '../trace-verify/perform.ts';
import type { CiCheck } from './check.ts';
import { list } from './replay-checks.ts';

export function traceCheck({ ok, checksumPresent, checksumValid, warnings, problems }: VerifyDocument): CiCheck {
  const told = `checksum_present=${checksumPresent} checksum_valid=${checksumValid ?? 'unverifiable'} warnings=${list(warnings.map(({ code }) => code))}`;
  const [first] = problems;
  const problem = first === undefined ? '' : ` problems=${list(problems.map(({ code }) => code))}: ${first.message}`;
  return { name: 'trace_verify', ok, detail: told + problem };
}

export function warningPolicy({ status, findings }: RunSummary, strict: boolean): CiCheck {
  const broken = policyErrorOf(status, findings, strict);
  return { name: 'strict_warning_policy', ok: broken === undefined, detail: broken?.message ?? `strict=${strict} status=${status}` };
}

export function memoryPolicy(memory: TraceMemory | undefined): CiCheck {
  const name = 'memory_policy';
  if (memory === undefined) return { name, ok: true, detail: 'memory=<none>' };
  const broken = brokenLimits(memory);
  return { name, ok: broken.length === 0, detail: broken.length === 0 ? limitsText(memory) : broken.join('; ') };
}

function brokenLimits({ options, summary: { leakedBytes, leakedAllocs } }: TraceMemory): readonly string[] {
  const { fail_on_leak: failOnLeak, leak_budget_bytes: budget } = options;
  return [
    ...(failOnLeak && leakedBytes > 0 ? [`fail_on_leak is on, and ${leakedAllocs} allocation(s) with ${leakedBytes} bytes leaked`] : []),
    ...(budget !== undefined && leakedBytes > budget ? [`the leak budget is ${budget} bytes, and ${leakedBytes} leaked`] : []),
  ];
}

function limitsText({ options, summary }: { readonly options: MemoryOptions; readonly summary: { readonly leakedBytes: number } }): string {
  return `leaked=${summary.leakedBytes} fail_on_leak=${options.fail_on_leak} leak_budget=${options.leak_budget_bytes ?? '<none>'}`;
}
