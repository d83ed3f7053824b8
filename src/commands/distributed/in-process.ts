/** A distributed scenario whose nodes are a function of the program that asks: searched in this process, and nothing written to disk. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { asJsonObject } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { FozzyError } from '../../base/problem.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { DistributedScenario } from '../../scenario/scenario.ts';
import { activeKernel } from '../../sim/active.ts';
import type { NodeContext, NodeHandlers, NodeViews } from '../../sim/distributed/node-api.ts';
import { scenarioInvalid } from '../load-scenario.ts';
import { scenarioEnvironment } from '../scenario-environment.ts';
import { type ExploreOptions, type ExploreResult, searchOpened } from '../simulation/in-process.ts';
import { OpenedDistributed, STEPS_MAX } from './opened-distributed.ts';

/** Makes one life of one node. */
export type NodeFactory = (ctx: NodeContext) => NodeHandlers;

export interface ExploreNodesOptions extends Pick<ExploreOptions, 'runs' | 'timeMs' | 'strategy' | 'seed' | 'cwd' | 'signal'> {
  /** Events after which one schedule is given up; 10 000 unless given. */
  readonly steps?: number;
  /** Looks into every node that is running, after every event; throwing is a finding. */
  readonly invariant?: (nodes: NodeViews) => void;
}

/** The name under which findings speak of a scenario without a file. */
const FILE = 'nodes.fozzy.json';
/** How distributed scenarios are searched unless somebody says otherwise. */
const STRATEGY = 'fifo';

/**
 * Searches the schedules and faults of a distributed scenario whose nodes `factory` makes. A failure is a result; only what cannot be
 * searched at all rejects. What the factory closes over is shared by all nodes and all schedules, so it must not keep anything there.
 */
export async function exploreNodes(factory: NodeFactory, scenario: object, options: ExploreNodesOptions = {}): Promise<ExploreResult> {
  if (activeKernel() !== undefined)
    throw new FozzyError('usage', 'exploreNodes() was called inside a simulation; call it from the test around it');
  if (typeof factory !== 'function') throw new FozzyError('usage', 'exploreNodes(factory, scenario): the factory must be a function');
  const cwd = realpathSync(resolve(options.cwd ?? process.cwd()));
  const { invariant, steps = STEPS_MAX } = options;
  const opened = await OpenedDistributed.create({
    ...parsed(scenario, cwd),
    file: FILE,
    projectFile: FILE,
    cwd,
    schedule: options.strategy ?? STRATEGY,
    stepsMax: steps,
    exports: { default: factory, ...(invariant === undefined ? {} : { invariant }) },
  });
  return searchOpened(opened, options, STRATEGY);
}

/** By the one validator; a builder of the SDK is as good as what it makes. */
function parsed(given: object, cwd: string): { readonly scenario: DistributedScenario; readonly json: ReturnType<typeof asJsonObject> } {
  const json = asJsonObject(JSON.parse(JSON.stringify(given)));
  const { scenario, problems } = parseScenario(canonicalJson(json), { strict: true, env: scenarioEnvironment(cwd) });
  if (scenario === undefined || problems.some(({ severity }) => severity === 'error')) throw scenarioInvalid(FILE, problems);
  if (scenario.variant !== 'distributed')
    throw new FozzyError('wrong_variant', `exploreNodes takes a distributed scenario, and ${scenario.name} is none`, {
      hint: 'give it `distributed` with nodes and steps',
    });
  if (scenario.module !== undefined)
    throw new FozzyError('usage', `${scenario.name} names the module ${scenario.module}, and the factory would take its place`, {
      hint: 'leave `module` out',
    });
  return { scenario, json };
}
