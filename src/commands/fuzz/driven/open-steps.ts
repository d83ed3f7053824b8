/** A steps scenario that inputs drive: they answer every draw and stand in `${fuzz.input}`. */
import { blake3Hex } from '../../../base/blake3.ts';
import { isArray } from '../../../base/canonical-json.ts';
import type { Json } from '../../../base/json.ts';
import { resolve } from 'node:path';
import { runSubject, stepsSubject } from '../../../campaign/steps-subject.ts';
import type { StepsScenario } from '../../../scenario/scenario.ts';
import type { Backends } from '../../../trace/summary.ts';
import { redactor } from '../../../world/redact.ts';
import { worldFactory } from '../../create-world.ts';
import { captureArtifacts } from '../../profile/capture.ts';
import { traceBody } from '../../trace-body.ts';
import type { DrivenOrder } from './driven-order.ts';
import type { OpenedDriven } from './opened-driven.ts';

/** Fuzzing touches nothing real, whatever the config says. */
const VIRTUAL: Backends = { proc: 'scripted', fs: 'virtual', http: 'scripted' };

type StepsOrder = Extract<DrivenOrder, { readonly text: string }>;

export function openSteps(scenario: StepsScenario, order: StepsOrder): OpenedDriven {
  const { file, projectFile, memory, cwd } = order;
  const secrets = redactor(order.redactHeaders);
  const settings = { det: true, backends: VIRTUAL, memory, file, projectFile };
  const subject = stepsSubject({ scenario, settings, createWorld: worldFactory(secrets) });
  const reached = new Set<string>();
  return {
    reading: 'draws',
    words: textsIn(scenario.json),
    execute(sourceOf, input, sink) {
      const outcome = runSubject({ ...subject, createWorld: worldFactory(secrets, input) }, sourceOf(), sink);
      for (const { name, fields } of sink.events) {
        const at = fields['step_path'];
        if (name === 'span_start' && typeof at === 'string') reached.add(at);
      }
      return outcome;
    },
    facts: () => ({ files: [], packages: [] }),
    // The code of a scenario is its steps.
    files: () => [
      { path: resolve(cwd, file), blake3: blake3Hex(order.text), blocks: stepsIn(scenario.json['steps']), coveredBlocks: reached.size },
    ],
    placed: (findings) => findings,
    traceBody: ({ outcome }, params) =>
      traceBody({ mode: 'fuzz', params, memory, scenario, scenarioPath: projectFile, outcome, events: outcome.events, secrets }),
    profile: async ({ outcome }, { hostTimeMs, isKept }, options, context) =>
      (await captureArtifacts({ subject: 'steps', outcome, status: outcome.status, hostTimeMs, isKept }, options, context)).profile,
  };
}

/** Steps, nested ones too. */
function stepsIn(value: Json | undefined): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (isArray(value)) return value.reduce<number>((sum, item) => sum + stepsIn(item), 0);
  const isStep = typeof value['type'] === 'string';
  return (isStep ? 1 : 0) + stepsIn(value['steps']) + stepsIn(value['tasks']);
}

/** Every text of a scenario is worth trying as an input, or as a part of one. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return value === '' || value.includes('${') ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  const members = isArray(value)
    ? value
    : Object.entries(value).flatMap(([key, member]) => (member === undefined || key === 'type' ? [] : [member]));
  return [...new Set(members.flatMap((member) => textsIn(member)))];
}
