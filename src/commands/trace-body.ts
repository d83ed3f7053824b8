/** What a finished run hands over to be written as a trace; secrets are replaced in the scenario copy. */
import type { Outcome } from '../engine/outcome.ts';
import type { StepsScenario } from '../scenario/scenario.ts';
import type { TraceBody } from '../store/finalise.ts';
import { TRACE_VERSION } from '../trace/document.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { MemoryOptions, Mode, RunParams } from '../trace/summary.ts';
import type { Redactor } from '../world/redact.ts';
import { engineInfo } from './engine-info.ts';

export interface TraceBodyInput {
  readonly mode: Mode;
  readonly params: RunParams;
  readonly memory: MemoryOptions;
  readonly scenario: StepsScenario;
  readonly scenarioPath: string;
  readonly outcome: Outcome;
  readonly events: readonly TraceEvent[];
  readonly secrets: Redactor;
}

export function traceBody(input: TraceBodyInput): TraceBody {
  const { outcome } = input;
  return {
    version: TRACE_VERSION,
    engine: engineInfo(),
    mode: input.mode,
    params: input.params,
    scenarioPath: input.scenarioPath,
    scenario: input.secrets.scenario(input.scenario.json),
    ...(outcome.memory === undefined
      ? {}
      : { memory: { options: input.memory, summary: outcome.memory.summary, leaks: outcome.memory.leaks, graph: outcome.memory.graph } }),
    decisions: outcome.log,
    events: input.events,
  };
}
