/** From a file to the simulations it exports. The file is code, so it is run once, in a world of its own, to see what it declares. */
import { FozzyError } from '../../base/problem.ts';
import { Decider } from '../../decide/decider.ts';
import { DecisionLog } from '../../decide/log.ts';
import { ScriptedSource } from '../../decide/scripted.ts';
import type { ModuleCode } from '../load/module-code.ts';
import type { ModuleSpace } from '../load/module-space.ts';
import { isSimulation, type Simulation, simulation } from '../scenario/simulation.ts';
import { NeedsCode } from './needs-code.ts';
import { loadThrew, loadWaits, type MapStack, nothingExported, sameNameTwice } from './scenario-mistake.ts';
import { exportsOf, type OpenScenario, type ProgramParts, SimulationProgram } from './simulation-program.ts';
import { SimulationSubject } from './simulation-subject.ts';

const nothing = simulation('nothing', () => undefined);

export type FileParts = Omit<ProgramParts, 'open' | 'options' | 'deadline'>;

/** The simulations of a file, in the order of its exports. */
export async function listSimulations(parts: FileParts, code: ModuleCode): Promise<readonly Simulation[]> {
  let found: readonly Simulation[] = [];
  const look: OpenScenario = (space, mapStack) => {
    runFile(space, code, parts, mapStack);
    found = simulationsOf(exportsOf(space, code), parts.file);
    return nothing;
  };
  const program = new SimulationProgram({ ...parts, options: {}, open: look });
  await runOnce(await SimulationSubject.create(program, parts.path));
  return found;
}

/** How a program finds its simulation in the file, anew for every run. */
export function openFromFile(parts: FileParts, code: ModuleCode, name: string): ProgramParts['open'] {
  /** Where it was the last time: looking through all exports in every run costs more than a small run. */
  let key: string | undefined;
  return (space, mapStack) => {
    runFile(space, code, parts, mapStack);
    const known: unknown = key === undefined ? undefined : space.module(code).view[key];
    if (isSimulation(known) && known.name === name) return known;
    const exports = exportsOf(space, code);
    const found = simulationsOf(exports, parts.file).find((candidate) => candidate.name === name);
    if (found === undefined) throw nothingExported(parts.file, []);
    if (code.format === 'esm') key = Object.entries(Object(exports)).find(([, value]) => value === found)?.[0];
    return found;
  };
}

async function runOnce(subject: SimulationSubject): Promise<void> {
  for (;;) {
    try {
      const decider = new Decider(new ScriptedSource({}), new DecisionLog());
      await (subject.alone === undefined ? subject.session((execute) => execute(decider)) : subject.alone(decider));
      return;
    } catch (error) {
      if ((await subject.recover(error)) !== 'again') throw error;
    }
  }
}

function runFile(space: ModuleSpace, code: ModuleCode, { file, path }: FileParts, mapStack: MapStack): void {
  let waiting: Promise<void> | undefined;
  try {
    waiting = space.runMain(code);
  } catch (error) {
    throw error instanceof FozzyError || error instanceof NeedsCode ? error : loadThrew(file, path, error, mapStack);
  }
  if (waiting === undefined) return;
  waiting.catch(() => undefined);
  throw loadWaits(file);
}

function simulationsOf(exports: unknown, file: string): readonly Simulation[] {
  if (isSimulation(exports)) return [exports];
  const members: readonly (readonly [string, unknown])[] = typeof exports === 'object' && exports !== null ? Object.entries(exports) : [];
  const found = [...new Set(members.map(([, value]) => value).filter(isSimulation))];
  if (found.length === 0)
    throw nothingExported(
      file,
      members.map(([name]) => name),
    );
  const twice = found.find((one, index) => found.findIndex((other) => other.name === one.name) !== index);
  if (twice !== undefined) throw sameNameTwice(file, twice.name);
  return found;
}
