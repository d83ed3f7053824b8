/** Scenarios as the benchmarks execute them: parsed, compiled and linked by the real thing, in a fresh virtual world per run. */
import { SeededSource } from '../src/decide/seeded.ts';
import { runSubject, stepsSubject, type StepsSubject } from '../src/campaign/steps-subject.ts';
import { worldFactory } from '../src/commands/create-world.ts';
import type { EventSink } from '../src/engine/event-sink.ts';
import type { Outcome } from '../src/engine/outcome.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
import { redactor } from '../src/world/redact.ts';

export function subjectOf(steps: readonly object[]): StepsSubject {
  const { scenario, problems } = parseScenario(JSON.stringify({ version: 1, name: 'bench', steps }), { strict: true });
  if (scenario?.variant !== 'steps') throw new Error(`the scenario of a benchmark is invalid: ${JSON.stringify(problems)}`);
  return stepsSubject({
    scenario,
    settings: {
      det: true,
      backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
      memory: { track: false, fail_on_leak: false, artifacts: false },
      file: 'bench.fozzy.json',
      projectFile: 'bench.fozzy.json',
    },
    createWorld: worldFactory(redactor([])),
  });
}

export function runSeed(subject: StepsSubject, seed: number, sink?: EventSink): Outcome {
  const outcome = runSubject(subject, new SeededSource({ hi: 0, lo: seed }), sink);
  if (outcome.status !== 'pass') throw new Error(`a benchmark ended with ${outcome.status}: ${JSON.stringify(outcome.findings)}`);
  return outcome;
}
