/** The value of the key `suites`: groups of members, and what is expected of them. */
import type { JsonMember, JsonNode } from '../base/json-text.ts';
import { cutValue } from '../base/cut-text.ts';
import { namesSomething } from './environment.ts';
import { fallback, type Given, type Kind, optional, type Rule, required, shape } from './field.ts';
import type { Inspection } from './inspection.ts';
import { duration } from './kind/duration.ts';
import { u64 } from './kind/integer.ts';
import { listOf } from './kind/list.ts';
import { isGlob, pathPattern } from './kind/path.ts';
import { id, oneOf } from './kind/plain.ts';
import type { ObjectNode } from './node.ts';
import { exampleHint } from './record-type.ts';
import type { SuiteGroup } from './scenario.ts';
import { suiteMembers } from './suite-members.ts';

type GroupParts = Omit<SuiteGroup, 'name' | 'pointer' | 'line' | 'column'>;

const paths = listOf(pathPattern);

/** An empty list can never select anything. */
const members: Kind<readonly string[]> = {
  ...paths,
  label: '[path or glob], not empty',
  read(node, inspection) {
    if (node.kind !== 'array' || node.items.length > 0) return paths.read(node, inspection);
    inspection.error('suite_empty', node.start, 'the group includes nothing', inspection.example());
    return undefined;
  },
  schema: (ref) => ({ ...paths.schema(ref), minItems: 1 }),
};

const membersExist: Rule = { note: 'every member exists and every glob matches at least one file', schema: undefined, check: checkMembers };

export const groupShape = shape<GroupParts>({
  name: 'a suite group',
  fields: {
    include: required(
      'include',
      members,
      'members, relative to this file: steps, distributed or further suites files, and simulations (`*.fozzy.ts`)',
    ),
    exclude: fallback('exclude', paths, [], [], 'removed from `include`'),
    seed: optional('seed', u64, 'base seed of the group'),
    timeoutMs: optional('timeout', duration, 'per scenario; a smaller --timeout wins'),
    tags: fallback('tags', listOf(id), [], [], 'for --tag'),
    expect: fallback(
      'expect',
      oneOf(['pass', 'fail', 'timeout', 'crash'], 'suite_bad_expectation'),
      'pass',
      'pass',
      'a member counts as passed iff its status equals this',
    ),
  },
  rules: [membersExist],
});

export const suites: Kind<readonly SuiteGroup[]> = {
  label: 'object of groups',
  nullIsValue: false,
  read: readGroups,
  schema: (ref) => ({ type: 'object', additionalProperties: ref('group'), minProperties: 1 }),
};

function readGroups(node: JsonNode, inspection: Inspection): readonly SuiteGroup[] | undefined {
  if (node.kind !== 'object') return inspection.wrongType(node, 'an object of groups');
  const outer = inspection.example;
  inspection.example = () => exampleHint('group', { include: ['*.fozzy.json'] });
  if (node.members.length === 0) {
    inspection.error('suite_empty', node.start, '`suites` holds no group', 'add a group such as {"smoke": {"include": ["*.fozzy.json"]}}');
  }
  const groups: SuiteGroup[] = [];
  for (const member of node.members) {
    inspection.enter(member.key);
    const group = readGroup(member, inspection);
    inspection.leave();
    if (group !== undefined) groups.push(group);
  }
  inspection.example = outer;
  return groups.length === node.members.length ? groups : undefined;
}

function readGroup(member: JsonMember, inspection: Inspection): SuiteGroup | undefined {
  if (member.value.kind !== 'object') return inspection.wrongType(member.value, 'a group object');
  const parts = groupShape.read(member.value, inspection);
  return parts === undefined ? undefined : { name: member.key, ...parts, ...inspection.placeOf(member.keyStart) };
}

function checkMembers(given: Given, node: ObjectNode, inspection: Inspection): void {
  const { environment } = inspection.surroundings;
  const include = stringsOf(given('include')?.value);
  const exclude = stringsOf(given('exclude')?.value);
  if (environment === undefined || include.length === 0) return;
  let flawless = true;
  inspection.enter('include');
  for (const { index, pattern, offset } of include) {
    if (namesSomething(pattern, environment)) continue;
    flawless = false;
    inspection.enter(index);
    const shown = JSON.stringify(cutValue(pattern));
    if (isGlob(pattern)) inspection.error('suite_empty', offset, `the glob ${shown} matches no file`, relativeHint);
    else inspection.error('suite_member_missing', offset, `the member ${shown} does not exist`, relativeHint);
    inspection.leave();
  }
  inspection.leave();
  const group = { include: include.map((entry) => entry.pattern), exclude: exclude.map((entry) => entry.pattern) };
  if (flawless && suiteMembers(group, environment).length === 0) {
    inspection.error('suite_empty', node.start, 'the group resolves to no file: `exclude` removes every member', relativeHint);
  }
}

const relativeHint = 'paths are relative to this file';

function stringsOf(node: JsonNode | undefined): readonly { index: number; pattern: string; offset: number }[] {
  if (node?.kind !== 'array') return [];
  return node.items.flatMap((item, index) => (item.kind === 'string' ? [{ index, pattern: item.value, offset: item.start }] : []));
}
