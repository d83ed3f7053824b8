/** A distributed scenario or a simulation that inputs drive: they answer every question of its schedule. */
import { resolve } from 'node:path';
import { executeOnce } from '../../../campaign/execute-many.ts';
import type { InputSource } from '../../../decide/input-source.ts';
import type { EventSink } from '../../../engine/event-sink.ts';
import type { DistributedScenario } from '../../../scenario/scenario.ts';
import { CodeCoverage } from '../../../sim/distributed/code-coverage.ts';
import type { FileCoverage } from '../../../fuzz/worker/protocol.ts';
import { OpenedDistributed, STEPS_MAX } from '../../distributed/opened-distributed.ts';
import { captureSearched } from '../../simulation/capture-searched.ts';
import type { Explorable } from '../../simulation/explorable.ts';
import { simulationTraceBody } from '../../simulation/finish.ts';
import { SimulationFile } from '../../simulation/open-file.ts';
import type { DrivenOrder } from './driven-order.ts';
import { textsIn } from './open-steps.ts';
import type { DrivenRun, OpenedDriven } from './opened-driven.ts';

type DistributedOrder = Extract<DrivenOrder, { readonly text: string }>;

export async function openDistributed(scenario: DistributedScenario, order: DistributedOrder): Promise<OpenedDriven> {
  const { file, projectFile, cwd } = order;
  const open = (fuzzed?: Uint8Array) =>
    OpenedDistributed.create({ scenario, json: scenario.json, file, projectFile, cwd, schedule: 'fuzz', stepsMax: STEPS_MAX, fuzzed });
  const usual = await open();
  // Only where the input stands in the scenario itself is there another scenario for every input.
  const isWritten = order.text.includes('${fuzz.');
  return explored({
    words: textsIn(scenario.json),
    subjectFor: (input) => (isWritten ? open(input) : Promise.resolve(usual)),
    usual,
    files: () => filesOf(usual, cwd),
  });
}

/** Of the module that its nodes run, if there is one. */
function filesOf(opened: OpenedDistributed, cwd: string): readonly FileCoverage[] {
  const files = opened.coverage(false)?.['files'];
  // Reason for the cast: the document was made of exactly such files, with paths of the project.
  return ((files ?? []) as unknown as readonly FileCoverage[]).map((file) => ({ ...file, path: resolve(cwd, file.path) }));
}

export async function openSimulated(order: Extract<DrivenOrder, { readonly kind: 'simulation' }>): Promise<OpenedDriven> {
  const file = await SimulationFile.open(order.file, order.cwd);
  const usual = await file.openSimulation(file.choose(order.only ?? undefined, 'fuzz'));
  const coverage = new CodeCoverage(usual.codeBase);
  return explored({
    words: [],
    subjectFor: () => Promise.resolve(usual),
    usual,
    looked: () => coverage.look(),
    files: () => coverage.files(),
  });
}

interface ExploredParts {
  readonly words: readonly string[];
  readonly usual: Explorable;
  readonly subjectFor: (input: Uint8Array) => Promise<Explorable>;
  /** After every run. */
  readonly looked?: () => void;
  readonly files: () => readonly FileCoverage[];
}

function explored({ words, usual, subjectFor, looked, files }: ExploredParts): OpenedDriven {
  /** The subject a run was made with: its trace is told by it. */
  let told = usual;
  return {
    reading: 'picks',
    words,
    execute: (sourceOf, input, sink) => execute(sourceOf, input, sink),
    facts: () => ({ files: [], packages: [] }),
    files,
    placed: (findings) => told.placed(findings),
    traceBody: ({ outcome }, params) => simulationTraceBody({ mode: 'fuzz', params, simulation: told, outcome }),
    profile: ({ outcome }: DrivenRun, about, options, context) =>
      captureSearched({ simulation: told, outcome, status: outcome.status, ...about }, options, context),
  };

  async function execute(sourceOf: () => InputSource, input: Uint8Array, sink: EventSink) {
    told = await subjectFor(input);
    const outcome = await executeOnce(told.subject, () => ({ source: sourceOf(), sink }));
    looked?.();
    return outcome;
  }
}
