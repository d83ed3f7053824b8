/** A run whose process died: what can be said about it, and whether memory was the reason. */
import type { DecisionLog } from '../../decide/log.ts';
import type { Failure } from '../../engine/failure.ts';
import { findingForRun } from '../../engine/finding-for.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Status } from '../../trace/summary.ts';

export interface Death {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  readonly log: DecisionLog;
  readonly events: readonly TraceEvent[];
  readonly parts: { readonly file: string; readonly projectFile: string };
}

const OUT_OF_MEMORY = /heap out of memory|Allocation failed|out of memory/iu;
/** How Linux ends a process that uses more than the machine has; nobody else sends this to a worker but Fozzy itself. */
const KILLED = 'SIGKILL';

export function deadWorker(death: Death): Outcome {
  const { code, signal, stderr } = death;
  const how = signal === null ? `exit code ${code}` : signal;
  if (OUT_OF_MEMORY.test(stderr) || signal === KILLED) {
    const message = `the run used more memory than its process may have (${how})`;
    return outcomeOf(death, { kind: 'target_behavior', title: 'memory_growth', message });
  }
  const last = stderr.trim().split('\n').at(-1) ?? '';
  const message = `the subject ended the process it ran in (${how})${last === '' ? '' : `: ${last}`}`;
  return outcomeOf(death, { kind: 'panic', title: 'node_crashed', message });
}

export function silentWorker(death: Death): Outcome {
  const message = 'the run did not come back: its process was ended from outside';
  return outcomeOf(death, { kind: 'hang', title: 'event_loop_blocked', message }, 'timeout');
}

function outcomeOf({ log, events, parts }: Death, failure: Failure, status: Status = 'crash'): Outcome {
  return {
    status,
    findings: [findingForRun(failure, parts)],
    faults: [],
    memory: undefined,
    virtualTimeMs: 0,
    stepsExecuted: 0,
    log,
    events,
    interrupted: false,
    mismatch: undefined,
    unusedDecisions: 0,
  };
}
