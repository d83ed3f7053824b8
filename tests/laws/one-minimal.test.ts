/** What a shrunk run keeps is needed, one by one: shown by leaving out every single answer, fault, client, script step and node once. */
import { expect, test } from 'vitest';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { editsOf, leaveOutClients, leaveOutNodes } from '../../src/campaign/shrink/left-out.ts';
import { causalRunOf } from '../../src/campaign/shrink/minimised.ts';
import { isInputAnswer } from '../../src/campaign/shrink/simulation-candidate.ts';
import { type CausalRun, followCauses } from '../../src/campaign/shrink/simulation-shrink.ts';
import type { Subject } from '../../src/campaign/subject.ts';
import { openTrace } from '../../src/commands/open-trace.ts';
import { performCommand } from '../support/built.ts';
import { subjectOf } from '../../src/commands/recorded-subject.ts';
import type { Finding } from '../../src/trace/finding.ts';
import { project } from '../cli/run-cli.ts';
import { fileRaces } from '../quality/races/files.ts';
import { memoryRaces } from '../quality/races/memory.ts';
import { serviceRaces } from '../quality/races/between-machines.ts';
import { longer, seeds } from '../support/budget.ts';
import { planted, plantedProject } from '../support/distributed-projects.ts';
import { sampleContext } from '../support/sample-context.ts';
import { findFailure, shrinkFound, simulationSubject } from '../support/simulation-subject.ts';

interface Kept {
  readonly kept: number;
  readonly surplus: readonly string[];
}

/** Everything single whose loss keeps the failure; none, if the run is what it says it is. */
async function surplusIn(subject: Subject, run: CausalRun, wanted: Finding | undefined): Promise<Kept> {
  const whole = await followCauses(subject, run);
  expect(failureOf(whole.findings)?.fingerprint).toBe(wanted?.fingerprint);
  const fails = async (tried: CausalRun) => failureOf((await followCauses(subject, tried)).findings)?.fingerprint === wanted?.fingerprint;
  const surplus: string[] = [];
  for (const answer of run.answers) {
    if (await fails({ ...run, answers: run.answers.filter((other) => other !== answer) }))
      surplus.push(`${answer.told} before ${answer.asked}`);
  }
  const { clients = [], nodes = [] } = whole;
  const smaller = [
    ...clients.map((name) => ({ name, without: leaveOutClients(run, [name]) })),
    ...nodes.map((name) => ({ name, without: leaveOutNodes(run, [name]) })),
  ];
  for (const { name, without } of smaller) {
    if (subject.allows?.(editsOf(without)) === false) continue;
    // A scenario that does not even hold calmly without somebody counts on them.
    const calm = await followCauses(subject, { ...without, answers: run.answers.filter(isInputAnswer) });
    if (calm.status === 'pass' && (await fails(without))) surplus.push(name);
  }
  return { kept: run.answers.length + smaller.length, surplus };
}

async function surplusOf(cwd: string, scenario: string, seed: string): Promise<Kept> {
  const options = { scenario, seed, schedule: 'random', shrink: true, record: 't.fozzy', recordCollision: 'overwrite' };
  const { document } = await performCommand('explore', options, { cwd });
  expect(document).toMatchObject({ shrink: { preserved: true, minimal: true } });
  const context = sampleContext(cwd);
  const opened = openTrace('t.fozzy', context);
  const recorded = await subjectOf(opened, context);
  if (recorded.kind === 'steps' || recorded.recorded === undefined) throw new Error('a shrunk run of a search is expected');
  return surplusIn(recorded.subject, causalRunOf(recorded.recorded), failureOf(opened.decoded.document.summary.findings));
}

test.each(planted.map((plant) => [plant.name, plant] as const))(
  'of a distributed scenario: %s',
  { timeout: 60_000 },
  async (_name, plant) => {
    const cwd = project(plantedProject(plant, plant.wrong));
    const { kept, surplus } = await surplusOf(cwd, 'd.fozzy.json', '2');
    expect(surplus).toEqual([]);
    expect(kept).toBeGreaterThan(1);
  },
);

/** One of every kind each day; all of them in a long night. */
const races = [...memoryRaces, ...fileRaces, ...serviceRaces];
const kinds = races.filter(({ kind }, at) => races.findIndex((other) => other.kind === kind) === at);
const tried = longer(1) > 1 ? races : kinds;

test.each(tried.map((race) => [race.name, race] as const))('of a program: %s', { timeout: 60_000 }, async (_name, { racy }) => {
  for (const seed of seeds(1)) {
    const found = await findFailure(racy, seed);
    const { best, stoppedBy } = await shrinkFound(racy, found);
    expect(stoppedBy).toBe('minimal');
    const { kept, surplus } = await surplusIn(simulationSubject(racy), best, found.failure);
    expect(surplus).toEqual([]);
    expect(kept).toBeGreaterThan(0);
  }
});
