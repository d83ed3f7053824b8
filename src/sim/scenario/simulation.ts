/** What a user declares with `simulation(name, options?, define)`: nothing runs until somebody executes it. */
import { fileURLToPath } from 'node:url';
import type { Isolation } from '../../trace/summary.ts';
import { activeKernel } from '../active.ts';
import { placeIn } from '../subject/stack-place.ts';
import { checkOptions } from './check-options.ts';
import { checkTitles, checkValues, rule, type Rules } from './option-rules.ts';
import type { Sim } from './sim.ts';

export interface SimulationOptions {
  /** How much later than due something may happen while other things go first; 10 ms unless given. */
  readonly latenessMs?: number;
  /** Virtual time after which a run in which clients still wait is given up; a day unless given. */
  readonly timeoutMs?: number;
  /** Virtual time that may pass after the last client until the world must be quiet; 60 s unless given. */
  readonly settleMs?: number;
  /** Transitions after which a run is given up; 200 000 unless given. */
  readonly transitionsMax?: number;
  /** Memory that runs may keep beyond what was in use when they began, in MiB; 512 unless given. */
  readonly memoryMaxMb?: number;
  /** Findings that are switched off, by title; shown in every report. */
  readonly allow?: readonly string[];
  /** HTTP between simulated machines: parsed bytes, or objects handed over. Searching uses the fast path unless this says otherwise. */
  readonly httpPath?: 'fast' | 'wire';
  /**
   * How far runs are kept apart: packages that are named shared outlive runs, every module is fresh, every machine has a language of its
   * own, every run has a process. Chosen by itself unless given; a tier that is given stays.
   */
  readonly isolation?: Isolation;
  /** Packages that are instantiated once, with everything they need, and shared by all machines and runs; vetted frameworks unless given. */
  readonly shared?: readonly string[];
  /** Packages that are taken from the host as they are. */
  readonly external?: readonly string[];
  /** The file that paths of nodes are relative to, as `import.meta.url`; found by itself unless a helper declares the simulation. */
  readonly from?: string;
}

const OPTIONS: ReadonlySet<string> = new Set(
  'latenessMs timeoutMs settleMs transitionsMax memoryMaxMb allow httpPath isolation shared external from'.split(' '),
);

const RULES: Rules = {
  ...{ latenessMs: rule.notNegative, timeoutMs: rule.notNegative, settleMs: rule.notNegative, memoryMaxMb: rule.notNegative },
  ...{ transitionsMax: rule.count, allow: rule.texts, shared: rule.texts, external: rule.texts, from: rule.text },
  httpPath: rule.oneOf('fast', 'wire'),
  isolation: rule.oneOf('shared', 'fresh', 'context', 'process'),
};

export type Define = (sim: Sim) => void;

const MARK = Symbol.for('fozzy.simulation');

export interface Simulation {
  readonly name: string;
  readonly options: SimulationOptions;
  readonly define: Define;
  /** Absolute path of the file that declared it, outside of runs. */
  readonly file?: string | undefined;
}

export function simulation(name: string, define: Define): Simulation;
export function simulation(name: string, options: SimulationOptions, define: Define): Simulation;
export function simulation(name: string, ...rest: readonly [Define] | readonly [SimulationOptions, Define]): Simulation {
  const [options, define] = rest.length === 1 ? [{}, rest[0]] : rest;
  if (typeof name !== 'string' || name === '') throw new TypeError('simulation(name, define): the name must be a text that is not empty');
  if (typeof define !== 'function') throw new TypeError(`simulation('${name}', define): define must be a function (sim) => { … }`);
  const call = `simulation('${name}', …)`;
  checkOptions(call, options, OPTIONS);
  checkValues(call, options, RULES);
  checkTitles(`${call}: allow`, options.allow ?? []);
  return Object.defineProperty({ name, options, define, file: fileOf(options.from) }, MARK, { value: true });
}

const own = fileURLToPath(import.meta.url);

/** Inside a run the file is known to whoever opened it, and looking at stacks would cost more than it is worth. */
function fileOf(from: string | undefined): string | undefined {
  if (from !== undefined) return from.startsWith('file:') ? fileURLToPath(from) : from;
  if (activeKernel() !== undefined) return undefined;
  return placeIn(String(new Error('here').stack), (file) => file.startsWith('/') && file !== own)?.file;
}

/** Also true for one made by another copy of this module. */
export function isSimulation(value: unknown): value is Simulation {
  return typeof value === 'object' && value !== null && Reflect.get(value, MARK) === true;
}
