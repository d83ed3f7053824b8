/** The subject that replays a decoded trace, without files and without the command line. */
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { type StepsSubject, stepsSubject } from '../../src/campaign/steps-subject.ts';
import { worldFactory } from '../../src/commands/create-world.ts';
import { memoryOptionsOf } from '../../src/commands/open-trace.ts';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';
import type { DecodedTrace } from '../../src/trace/decode.ts';
import { redactor } from '../../src/world/redact.ts';

export function subjectOfTrace(trace: DecodedTrace): StepsSubject {
  const { document } = trace;
  const parsed = parseScenario(canonicalJson(document.scenario), { strict: true });
  if (parsed.scenario?.variant !== 'steps') throw new Error(`no steps scenario: ${JSON.stringify(parsed.problems)}`);
  const file = document.scenarioPath ?? 'trace.fozzy';
  return stepsSubject({
    scenario: parsed.scenario,
    settings: {
      det: document.params.det,
      ...(document.params.timeoutMs === undefined ? {} : { timeoutMs: document.params.timeoutMs }),
      backends: document.params.backends,
      memory: memoryOptionsOf(trace),
      file,
      projectFile: file,
    },
    createWorld: worldFactory(redactor([])),
  });
}
