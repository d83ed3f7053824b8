/** Runs a list of steps on the real engine, in this process, and hands back the whole outcome, events included. */
import { parseU64 } from '../../src/base/u64.ts';
import { replaySubject, runSubject, stepsSubject, type StepsSubject } from '../../src/campaign/steps-subject.ts';
import { worldFactory } from '../../src/commands/create-world.ts';
import type { DecisionLog } from '../../src/decide/log.ts';
import { SeededSource } from '../../src/decide/seeded.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';
import type { TraceEvent } from '../../src/trace/event.ts';
import type { MemoryOptions } from '../../src/trace/summary.ts';
import { redactor } from '../../src/world/redact.ts';

export interface StepRecord {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface RunStepsOptions {
  readonly seed?: string;
  readonly timeoutMs?: number;
  readonly untilMs?: number;
  readonly memory?: Partial<MemoryOptions>;
  readonly source?: DecisionSource;
}

export function subjectFor(steps: readonly StepRecord[], options: RunStepsOptions = {}): StepsSubject {
  const { timeoutMs, untilMs, memory } = options;
  const parsed = parseScenario(JSON.stringify({ version: 1, name: 'x', steps }), { strict: true });
  if (parsed.scenario?.variant !== 'steps') throw new Error(`the scenario is invalid: ${JSON.stringify(parsed.problems, undefined, 2)}`);
  return stepsSubject({
    scenario: parsed.scenario,
    settings: {
      det: true,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(untilMs === undefined ? {} : { untilMs }),
      backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
      memory: { track: false, fail_on_leak: false, artifacts: false, ...memory },
      file: 'x.fozzy.json',
      projectFile: 'x.fozzy.json',
    },
    createWorld: worldFactory(redactor([])),
  });
}

export function runSteps(steps: readonly StepRecord[], options: RunStepsOptions = {}): Outcome {
  return runSubject(subjectFor(steps, options), options.source ?? seededSource(options.seed), new EventSink());
}

export function replaySteps(steps: readonly StepRecord[], recorded: DecisionLog, options: RunStepsOptions = {}): Outcome {
  return replaySubject(subjectFor(steps, options), recorded, new EventSink());
}

function seededSource(seed = '7'): SeededSource {
  const parsed = parseU64(seed);
  if (parsed === undefined) throw new Error(`${seed} is no seed`);
  return new SeededSource(parsed);
}

/** Status and `kind/title` of each finding: how most laws speak about an outcome. */
export function verdictOf(outcome: Outcome): readonly string[] {
  return [outcome.status, ...outcome.findings.map((finding) => `${finding.kind}/${finding.title}`)];
}

export function eventsNamed(outcome: Outcome, name: string): readonly TraceEvent[] {
  return outcome.events.filter((event) => event.name === name);
}

/** Step paths in the order they were started. */
export function startedSteps(outcome: Outcome): readonly unknown[] {
  return eventsNamed(outcome, 'span_start').map((event) => event.fields['step_path']);
}
