/** Whether the summary inside a trace agrees with the rest of it. */
import { asJson } from '../base/as-json.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { parseU64, renderU64 } from '../base/u64.ts';
import type { TraceDocument } from './document.ts';
import type { Finding, FindingKind } from './finding.ts';
import { isWarning } from './finding-codes.ts';
import type { Status } from './summary.ts';
import type { TraceProblem } from './trace-problem.ts';

export function verifySummary(document: TraceDocument): readonly TraceProblem[] {
  return [
    ...seedProblems(document),
    ...modeProblems(document),
    ...statusProblems(document),
    ...timeProblems(document),
    ...memoryProblems(document),
  ];
}

function seedProblems({ summary }: TraceDocument): readonly TraceProblem[] {
  const { seed } = summary.identity;
  const value = parseU64(seed);
  if (value !== undefined && renderU64(value.hi, value.lo) === seed) return [];
  return [{ code: 'summary_seed', message: `the seed "${seed}" is not the decimal text of a 64-bit integer` }];
}

function modeProblems({ mode, params, summary }: TraceDocument): readonly TraceProblem[] {
  const problems: TraceProblem[] = [];
  if (summary.mode !== mode) problems.push({ code: 'summary_mode', message: `the trace says mode ${mode}, its summary ${summary.mode}` });
  if (canonicalJson(asJson(summary.params)) !== canonicalJson(asJson(params))) {
    problems.push({ code: 'summary_params', message: 'the parameters of the summary are not those of the trace' });
  }
  return problems;
}

/** Which kinds of findings give which status. */
const KINDS: Readonly<Record<Exclude<Status, 'pass' | 'error'>, readonly FindingKind[]>> = {
  fail: ['assertion', 'invariant', 'checker', 'target_behavior', 'input_invalid'],
  timeout: ['hang'],
  crash: ['panic', 'target_behavior'],
};

function statusProblems({ summary }: TraceDocument): readonly TraceProblem[] {
  const { status } = summary;
  const failures = summary.findings.filter((finding) => !isWarning(finding.title));
  // A run that could not be judged may have any findings, or none.
  if (status === 'error') return [];
  if (status === 'pass') {
    const [first] = failures;
    return first === undefined ? [] : [{ code: 'summary_status', message: `the status is pass, but there is a finding ${tell(first)}` }];
  }
  const kinds = KINDS[status];
  if (failures.some(({ kind }) => kinds.includes(kind))) return [];
  const told = failures.length === 0 ? 'there is no failure' : `the findings are ${failures.map(tell).join(', ')}`;
  return [{ code: 'summary_status', message: `the status is ${status}, but ${told}` }];
}

function tell(finding: Finding): string {
  return `${finding.kind}/${finding.title}`;
}

function timeProblems({ summary, events }: TraceDocument): readonly TraceProblem[] {
  const last = events.at(-1)?.time_ms ?? 0;
  if (summary.virtualTimeMs >= last) return [];
  return [{ code: 'summary_time', message: `the run ended at ${summary.virtualTimeMs} ms, before its last event at ${last} ms` }];
}

function memoryProblems({ summary, memory }: TraceDocument): readonly TraceProblem[] {
  if (summary.memory === undefined && memory === undefined) return [];
  if (
    summary.memory !== undefined &&
    memory !== undefined &&
    canonicalJson(asJson(summary.memory)) === canonicalJson(asJson(memory.summary))
  ) {
    return [];
  }
  return [{ code: 'summary_memory', message: 'the memory counts of the summary are not those of the trace' }];
}
