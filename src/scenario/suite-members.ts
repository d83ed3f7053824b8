/** Which files a suites file reaches, and whether following them ever ends. */
import { compareText } from '../base/compare.ts';
import type { Problem } from '../base/problem.ts';
import type { ScenarioEnvironment } from './environment.ts';
import type { SuiteGroup } from './scenario.ts';

/** Members of a group in path order: what is included and not excluded. */
export function suiteMembers(group: Pick<SuiteGroup, 'include' | 'exclude'>, environment: ScenarioEnvironment): readonly string[] {
  const excluded = new Set(group.exclude.length === 0 ? [] : environment.expandMembers(group.exclude));
  return [...new Set(environment.expandMembers(group.include))].filter((path) => !excluded.has(path)).sort(compareText);
}

/** A group together with the files it reaches, named the same way in every file. */
export interface ResolvedGroup {
  readonly group: SuiteGroup;
  readonly members: readonly string[];
}

/** The groups of a suites file; undefined for every other file. */
export type GroupsOf = (path: string) => readonly ResolvedGroup[] | undefined;

/** One problem for each group of `start` from which a suites file includes itself again. */
export function checkSuiteCycles(start: string, groupsOf: GroupsOf): readonly Problem[] {
  return (groupsOf(start) ?? []).flatMap(({ group, members }) => {
    const cycle = findCycle([start], members, groupsOf, new Set());
    return cycle === undefined ? [] : [cycleProblem(group, cycle)];
  });
}

function findCycle(
  chain: readonly string[],
  members: readonly string[],
  groupsOf: GroupsOf,
  acyclic: Set<string>,
): readonly string[] | undefined {
  for (const member of members) {
    if (chain.includes(member)) return [...chain.slice(chain.indexOf(member)), member];
    if (acyclic.has(member)) continue;
    const next = (groupsOf(member) ?? []).flatMap((resolved) => resolved.members);
    const cycle = findCycle([...chain, member], next, groupsOf, acyclic);
    if (cycle !== undefined) return cycle;
    acyclic.add(member);
  }
  return undefined;
}

function cycleProblem(group: SuiteGroup, cycle: readonly string[]): Problem {
  const { pointer, line, column } = group;
  const message = `the group "${group.name}" never ends: ${cycle.join(' → ')}`;
  return { code: 'suite_cycle', message, pointer, line, column, hint: 'exclude the file that leads back', severity: 'error' };
}
