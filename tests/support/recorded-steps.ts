/** Recorded runs of steps scenarios for tests of the shrinker: executed in process, on a real virtual world. */
import type { JsonObject } from '../../src/base/json.ts';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { type Minimised, minimise } from '../../src/campaign/shrink/minimise.ts';
import { failureOf, observeSteps } from '../../src/campaign/shrink/attempt-steps.ts';
import { renderDraft } from '../../src/campaign/shrink/draft.ts';
import type { StepsCandidate } from '../../src/campaign/shrink/steps-candidate.ts';
import type { PassOptions } from '../../src/campaign/shrink/steps-passes.ts';
import { type RecordedSteps, type StepsShrink, stepsShrink } from '../../src/campaign/shrink/steps-shrink.ts';
import { replaySubject, runSubject, stepsSubject } from '../../src/campaign/steps-subject.ts';
import { worldFactory } from '../../src/commands/create-world.ts';
import type { DecisionLog } from '../../src/decide/log.ts';
import { SeededSource } from '../../src/decide/seeded.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { RunSettings } from '../../src/engine/settings.ts';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';
import { redactor } from '../../src/world/redact.ts';

export const createWorld = worldFactory(redactor([]));

export const plainSettings: RunSettings = {
  det: true,
  backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
  memory: { track: false, fail_on_leak: false, artifacts: false },
  file: 'x.fozzy.json',
  projectFile: 'x.fozzy.json',
};

export interface RecordOptions {
  readonly seed?: number;
  readonly settings?: Partial<RunSettings>;
  /** Replayed instead of a seed. */
  readonly decisions?: DecisionLog;
}

export function scenarioJson(steps: readonly JsonObject[]): JsonObject {
  return { version: 1, name: 'x', steps };
}

/** Runs a scenario; the run must fail. */
export function recordFailure(steps: readonly JsonObject[], options: RecordOptions = {}): RecordedSteps {
  const found = recordIfFailing(steps, options);
  if (found === undefined) throw new Error('the scenario passed');
  return found;
}

/** The first seed under which the scenario fails with the given title. */
export function recordFirstFailure(
  steps: readonly JsonObject[],
  title: string,
  settings: Partial<RunSettings> = {},
  firstSeed = 0,
): RecordedSteps {
  for (let seed = firstSeed; seed < firstSeed + 1000; seed += 1) {
    const recorded = recordIfFailing(steps, { seed, settings });
    if (recorded?.failure.title === title) return recorded;
  }
  throw new Error(`no seed leads to ${title}`);
}

/** Undefined when the run passes. */
export function recordIfFailing(steps: readonly JsonObject[], options: RecordOptions): RecordedSteps | undefined {
  const scenario = scenarioJson(steps);
  const settings = { ...plainSettings, ...options.settings };
  const outcome = execute(scenario, new Map(), settings, options);
  const failure = failureOf(outcome.findings);
  if (failure === undefined) return undefined;
  if (outcome.mismatch !== undefined) throw new Error(JSON.stringify(outcome.mismatch));
  return {
    parts: { settings, createWorld },
    scenario,
    origins: new Map(),
    decisions: outcome.log,
    failure,
    virtualTimeMs: outcome.virtualTimeMs,
  };
}

function execute(json: JsonObject, origins: ReadonlyMap<string, string>, settings: RunSettings, options: RecordOptions): Outcome {
  const parsed = parseScenario(canonicalJson(json), { strict: true });
  if (parsed.scenario?.variant !== 'steps') throw new Error(JSON.stringify(parsed.problems));
  const subject = stepsSubject({ scenario: parsed.scenario, settings, createWorld, origins });
  return options.decisions === undefined
    ? runSubject(subject, new SeededSource({ hi: 0, lo: options.seed ?? 7 }))
    : replaySubject(subject, options.decisions);
}

export interface ShrunkSteps extends Minimised<StepsCandidate> {
  readonly steps: readonly JsonObject[];
  readonly shrink: StepsShrink;
  /** The result as a recording that can be shrunk again. */
  readonly recorded: RecordedSteps;
}

/** Shrinks without a limit of time; `candidatesMax` stops earlier. */
export function shrinkRecorded(
  recorded: RecordedSteps,
  options: Partial<Pick<PassOptions, 'minimize' | 'aggressive'>> & { readonly candidatesMax?: number } = {},
): ShrunkSteps {
  const shrink = stepsShrink(recorded);
  if (shrink === undefined) throw new Error('the recording is not valid');
  let executed = 0;
  const { candidatesMax = 20_000 } = options;
  const passes = shrink.passesFor({ minimize: options.minimize ?? 'all', aggressive: options.aggressive ?? false });
  const search = minimise({ ...shrink, passes, stop: () => (executed >= candidatesMax ? 'budget' : undefined) });
  let step = search.next();
  while (step.done !== true) {
    executed += 1;
    step = search.next(shrink.attempt(step.value));
  }
  const { json, origins } = renderDraft(step.value.best.draft);
  return { ...step.value, shrink, steps: stepsIn(json), recorded: asRecording(step.value.best, origins, json, recorded) };
}

function asRecording(best: StepsCandidate, origins: ReadonlyMap<string, string>, json: JsonObject, from: RecordedSteps): RecordedSteps {
  const outcome = observeSteps(best, from.parts, new EventSink());
  const failure = outcome === undefined ? undefined : failureOf(outcome.findings);
  if (outcome === undefined || failure === undefined || outcome.mismatch !== undefined || outcome.unusedDecisions > 0) {
    throw new Error('the result does not replay');
  }
  return { ...from, scenario: json, origins, decisions: outcome.log, failure, virtualTimeMs: outcome.virtualTimeMs };
}

/** The document as plain data. */
function stepsIn(json: JsonObject): readonly JsonObject[] {
  const parsed: unknown = JSON.parse(canonicalJson(json['steps'] ?? []));
  // Reason for the cast: a rendered draft holds a list of step objects.
  return parsed as readonly JsonObject[];
}
