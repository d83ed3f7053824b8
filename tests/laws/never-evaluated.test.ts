/** Whether something was never judged is said of the runs that count, whoever made them and whenever they were reported. */
import { expect, test } from 'vitest';
import { performCommand } from '../support/built.ts';
import { project } from '../cli/run-cli.ts';
import { longer } from '../support/budget.ts';

const put = (node: string, value: string) => ({ type: 'client_put', node, key: 'x', value });

/** What is judged at quiescence is judged only where a crash leaves less to do than the limit of steps allows, which is seldom. */
const seldom = {
  version: 1,
  name: 'seldom at rest',
  distributed: {
    nodes: ['a', 'b', 'c'],
    steps: [put('a', '1'), put('b', '2'), put('c', '3')],
    faults: [{ type: 'crash', restart: false }],
    invariants: [{ type: 'kv_all_equal', key: 'nobody writes it' }],
  },
};

interface Told {
  readonly search: { readonly schedules: number; readonly truncatedSchedules: number };
  readonly findings: readonly { readonly title: string }[];
}

async function explored(cwd: string, schedule: string, runs: number, seed: string, jobs: number): Promise<Told> {
  const options = { scenario: 'd.fozzy.json', schedule, runs, seed, steps: 8, jobs };
  return (await performCommand('explore', options, { cwd })).document as Told; // the summary of a search
}

const titles = ({ findings }: Told): readonly string[] => findings.map(({ title }) => title);

test.each(['fifo', 'random', 'dfs', 'bfs'] as const)(
  'a divided search that counts one run at rest has judged, and one that counts none has not: %s',
  { timeout: 120_000 },
  async (schedule) => {
    const cwd = project({ 'd.fozzy.json': seldom });
    for (const runs of [1, 40, longer(150)]) {
      const one = await explored(cwd, schedule, runs, '3', 1);
      const { schedules, truncatedSchedules } = one.search;
      expect(titles(one).includes('never_evaluated')).toBe(schedules === truncatedSchedules);
      for (const jobs of [2, 3]) {
        const other = await explored(cwd, schedule, runs, '3', jobs);
        expect([jobs, runs, other.search, other.findings]).toEqual([jobs, runs, one.search, one.findings]);
      }
    }
  },
);
