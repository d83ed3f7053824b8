/** A distributed scenario whose nodes run a module of the user, as campaigns see it: sessions, missing code and isolation are those of simulations. */
import type { DistributedProgram } from '../../engine/distributed/program.ts';
import type { DistributedSettings } from '../../engine/distributed/settings.ts';
import { hasEnough, smallerProgram } from '../../engine/distributed/smaller-program.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { CodeBase } from '../load/code-base.ts';
import type { ProjectFiles } from '../project-image.ts';
import { leadPortably } from '../run/session.ts';
import { simulation } from '../scenario/simulation.ts';
import { SimulationProgram } from '../subject/simulation-program.ts';
import { type Performance, SimulationSubject, type SubjectSettings } from '../subject/simulation-subject.ts';
import { CodeCoverage } from './code-coverage.ts';
import type { ModuleCode } from './module-cluster.ts';
import { executeModule, leadModule } from './module-run.ts';

export interface ModuleParts {
  readonly program: DistributedProgram;
  readonly codeBase: CodeBase;
  readonly project: ProjectFiles;
  /** The module as people know it, and its file. */
  readonly module: string;
  readonly path: string;
  /** What the module would export, where there is none: functions of the program that asks. All nodes share them and what they close over. */
  readonly exports?: object | undefined;
  readonly isolation: SubjectSettings['isolation'];
  /** Told of every assert and invariant that was judged. */
  readonly evaluated: (pointer: string) => void;
}

export interface ModuleSubject {
  readonly subject: SimulationSubject;
  /** The frames of a stack where the user wrote them. */
  readonly mapStack: (stack: string) => string;
  readonly coverage: CodeCoverage;
}

/** There is no scenario of code: the nodes are started by the engine. */
const nothing = simulation('nodes', () => undefined);

export async function moduleSubject(parts: ModuleParts): Promise<ModuleSubject> {
  const { program, codeBase, project, module, path, evaluated } = parts;
  const { file, projectFile } = program;
  const host = new SimulationProgram({ codeBase, library: {}, project, file, projectFile, path, options: {}, open: () => nothing });
  const code: ModuleCode = {
    name: module,
    path,
    machine: host.machine,
    begin: (test) => void host.open(test),
    startModule: (machine, entry) => parts.exports ?? host.startModule(machine, entry),
    placeOf: (stack) => host.placeOf(stack),
  };
  const run = (...[decider, sink, edits]: Parameters<Performance['portably']>): [DistributedProgram, DistributedSettings] => {
    return [smallerProgram(program, edits), { decider, sink, evaluated }];
  };
  const coverage = new CodeCoverage(codeBase);
  const looked = (outcome: Outcome): Outcome => {
    coverage.look();
    return outcome;
  };
  const performance: Performance = {
    atOnce: (session, ...given) => looked(session.perform((started) => executeModule(code, ...run(...given), started))),
    portably: (...given) => leadPortably((started) => leadModule(code, ...run(...given), started)).then(looked),
    allows: (edits) => hasEnough(smallerProgram(program, edits)),
  };
  const subject = await SimulationSubject.create(host, path, { isolation: parts.isolation, performance });
  return { subject, mapStack: host.mapStack, coverage };
}
