/** Recorded runs against an outside that lives in the test: processes answer from a function, real time passes only when it is waited for. */
import type { JsonObject } from '../../src/base/json.ts';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import type { RecordedSteps } from '../../src/campaign/shrink/steps-shrink.ts';
import { stepsSubject } from '../../src/campaign/steps-subject.ts';
import { Decider } from '../../src/decide/decider.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { SeededSource } from '../../src/decide/seeded.ts';
import { execute } from '../../src/engine/drive.ts';
import type { RunSettings } from '../../src/engine/settings.ts';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';
import { createWorld, plainSettings, scenarioJson } from './recorded-steps.ts';

export interface HostRecording extends RecordedSteps {
  /** Processes started so far. */
  readonly spawned: () => number;
}

/** Each call takes a millisecond. */
export async function recordHostFailure(
  steps: readonly JsonObject[],
  answer: (cmd: string, args: readonly string[]) => string,
  options: Partial<RunSettings> = {},
): Promise<HostRecording> {
  const settings: RunSettings = { ...plainSettings, det: false, backends: { ...plainSettings.backends, proc: 'host' }, ...options };
  const scenario = scenarioJson(steps);
  const parsed = parseScenario(canonicalJson(scenario), { strict: true });
  if (parsed.scenario?.variant !== 'steps') throw new Error(JSON.stringify(parsed.problems));
  const subject = stepsSubject({ scenario: parsed.scenario, settings, createWorld });
  const decider = new Decider(new SeededSource({ hi: 0, lo: 7 }), new DecisionLog(subject.linked.symbols));
  let elapsedMs = 0;
  let spawned = 0;
  const outcome = await execute(
    {
      linked: subject.linked,
      settings,
      decider,
      world: createWorld(settings.memory),
      outside: {
        clock: {
          elapsedMs: () => elapsedMs,
          wait: (ms) => {
            elapsedMs += ms;
            return Promise.resolve(ms);
          },
        },
        proc: {
          spawn: ({ cmd, args }) => {
            elapsedMs += 1;
            spawned += 1;
            const value = { exitCode: 0, stdout: answer(cmd, args), stderr: '', leftoverProcesses: false };
            return Promise.resolve({ kind: 'ok', value, durationMs: 1 });
          },
        },
        signal: undefined,
      },
      sink: undefined,
    },
    { pause: () => Promise.resolve(), isCancelled: () => false },
  );
  const failure = failureOf(outcome.findings);
  if (failure === undefined) throw new Error('the scenario passed');
  const { log: decisions, virtualTimeMs } = outcome;
  return { parts: { settings, createWorld }, scenario, origins: new Map(), decisions, failure, virtualTimeMs, spawned: () => spawned };
}
