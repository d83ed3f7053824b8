/** Many runs of an opened simulation, one per seed; the first outcome that is no pass is thrown, because a benchmark of failures measures nothing. */
import { executeMany } from '../src/campaign/execute-many.ts';
import type { Subject } from '../src/campaign/subject.ts';
import { Pace } from '../src/commands/simulation/pace.ts';
import { SimulationFile } from '../src/commands/simulation/open-file.ts';
import { WalkSource } from '../src/decide/walk.ts';
import type { Outcome } from '../src/engine/outcome.ts';

export async function openOnly(path: string): Promise<Subject> {
  const file = await SimulationFile.open(path, process.cwd());
  const [simulation] = file.simulations;
  if (simulation === undefined) throw new Error(`${path} has no simulation`);
  return (await file.openSimulation(simulation)).subject;
}

export async function runSubject(
  subject: Subject,
  count: number,
  firstSeed = 0,
  done: (outcome: Outcome) => void = mustPass,
): Promise<void> {
  const pace = new Pace();
  let seed = firstSeed;
  const end = firstSeed + count;
  await executeMany(subject, {
    next: () => {
      if (seed >= end) return undefined;
      const lo = seed;
      seed += 1;
      return () => ({ source: new WalkSource({ hi: 0, lo }) });
    },
    done: (outcome) => {
      done(outcome);
      return true;
    },
    breathe: () => {
      pace.breathed();
      return true;
    },
    isTired: () => pace.isTired(),
  });
}

function mustPass({ status, findings }: Outcome): void {
  if (status !== 'pass') throw new Error(`a run ended with ${status}: ${findings.map(({ message }) => message).join(', ')}`);
}
