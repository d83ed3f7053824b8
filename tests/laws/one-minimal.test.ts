/** What a shrunk trace keeps is needed, one by one: shown by leaving out every single answer and script step once. */
import { expect, test } from 'vitest';
import { executeOnce } from '../../src/campaign/execute-many.ts';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { editsOf } from '../../src/campaign/shrink/left-out.ts';
import { causalRunOf } from '../../src/campaign/shrink/minimised.ts';
import { isInputAnswer } from '../../src/campaign/shrink/simulation-candidate.ts';
import { followCauses } from '../../src/campaign/shrink/simulation-shrink.ts';
import { openTrace } from '../../src/commands/open-trace.ts';
import { performCommand } from '../../src/commands/perform-command.ts';
import { subjectOf } from '../../src/commands/recorded-subject.ts';
import { CausalSource } from '../../src/decide/causal.ts';
import { DeviatingSource } from '../../src/decide/deviating.ts';
import { project } from '../cli/run-cli.ts';
import { planted, plantedProject } from '../support/distributed-projects.ts';
import { sampleContext } from '../support/sample-context.ts';

/** Everything single whose loss keeps the failure; none, if the trace is what it says it is. */
async function surplusOf(
  cwd: string,
  scenario: string,
  seed: string,
): Promise<{ readonly kept: number; readonly surplus: readonly string[] }> {
  const options = { scenario, seed, schedule: 'random', shrink: true, record: 't.fozzy', recordCollision: 'overwrite' };
  const { document } = await performCommand('explore', options, { cwd });
  expect(document).toMatchObject({ shrink: { preserved: true, minimal: true } });
  const context = sampleContext(cwd);
  const opened = openTrace('t.fozzy', context);
  const recorded = await subjectOf(opened, context);
  if (recorded.kind === 'steps' || recorded.recorded === undefined) throw new Error('a shrunk run of a search is expected');
  const { subject } = recorded;
  const run = causalRunOf(recorded.recorded);
  const wanted = failureOf(opened.decoded.document.summary.findings)?.fingerprint;
  const whole = await followCauses(subject, run);
  expect(failureOf(whole.findings)?.fingerprint).toBe(wanted);
  const fails = async (tried: typeof run) => failureOf((await followCauses(subject, tried)).findings)?.fingerprint === wanted;
  const surplus: string[] = [];
  for (const answer of run.answers) {
    if (await fails({ ...run, answers: run.answers.filter((other) => other !== answer) }))
      surplus.push(`${answer.told} before ${answer.asked}`);
  }
  const clients = (whole.clients ?? []).filter((client) => !run.withoutClients.includes(client));
  for (const client of clients) {
    const without = { ...run, withoutClients: [...run.withoutClients, client] };
    // A scenario that does not even hold calmly without somebody counts on them.
    const calm = await executeOnce(subject, () => ({
      source: new CausalSource(new DeviatingSource([], run.entropy), run.answers.filter(isInputAnswer)),
      edits: editsOf(without),
    }));
    if (calm.status === 'pass' && (await fails(without))) surplus.push(client);
  }
  return { kept: run.answers.length + clients.length, surplus };
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
