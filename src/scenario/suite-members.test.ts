import { describe, expect, test } from 'vitest';
import type { ScenarioEnvironment } from './environment.ts';
import { parseScenario } from './parse-scenario.ts';
import type { SuiteGroup } from './scenario.ts';
import { checkSuiteCycles, type GroupsOf, suiteMembers } from './suite-members.ts';

const files = ['b.fozzy.json', 'a.fozzy.json', 'c.fozzy.json'];
const disk: ScenarioEnvironment = {
  exists: (path) => files.includes(path),
  moduleStatus: () => 'ok',
  expandMembers: (patterns) => files.filter((file) => patterns.includes(file) || patterns.includes('*.fozzy.json')),
};

const group = (name: string): SuiteGroup => ({
  name,
  include: ['*'],
  exclude: [],
  tags: [],
  expect: 'pass',
  pointer: `/suites/${name}`,
  line: 2,
  column: 5,
});

describe('the members of a group', () => {
  test('are what is included and not excluded, in path order', () => {
    expect(suiteMembers({ include: ['*.fozzy.json'], exclude: ['b.fozzy.json'] }, disk)).toEqual(['a.fozzy.json', 'c.fozzy.json']);
  });
});

describe('a suites file after reading', () => {
  test('keeps groups in file order with their defaults filled in', () => {
    const suites = {
      smoke: { include: ['*.fozzy.json'], timeout: '5s', tags: ['fast'] },
      'known-failures': { include: ['a.fozzy.json'], seed: 18446744073709551615n.toString(), expect: 'fail' },
    };
    const { scenario, problems } = parseScenario(JSON.stringify({ version: 1, name: 'shop', suites }), { strict: true, env: disk });
    expect(problems).toEqual([]);
    expect(scenario).toMatchObject({
      variant: 'suites',
      groups: [
        {
          name: 'smoke',
          include: ['*.fozzy.json'],
          exclude: [],
          timeoutMs: 5000,
          tags: ['fast'],
          expect: 'pass',
          pointer: '/suites/smoke',
        },
        { name: 'known-failures', seed: '18446744073709551615', tags: [], expect: 'fail' },
      ],
    });
  });
});

describe('suites files that include each other', () => {
  const graph = (edges: Readonly<Record<string, readonly string[]>>): GroupsOf => {
    return (path) => (edges[path] === undefined ? undefined : [{ group: group('g'), members: edges[path] }]);
  };

  test('are a problem of the group that leads back, with the way shown', () => {
    expect(checkSuiteCycles('a', graph({ a: ['x', 'b'], b: ['c'], c: ['a'] }))).toMatchObject([
      { code: 'suite_cycle', pointer: '/suites/g', line: 2, column: 5, message: expect.stringContaining('a → b → c → a') },
    ]);
    expect(checkSuiteCycles('a', graph({ a: ['a'] }))).toHaveLength(1);
  });

  test('are found even where the cycle does not pass the first file', () => {
    expect(checkSuiteCycles('a', graph({ a: ['b'], b: ['c'], c: ['b'] }))[0]?.message).toContain('b → c → b');
  });

  test('are no problem when two ways lead to the same file', () => {
    expect(checkSuiteCycles('a', graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['x'] }))).toEqual([]);
  });
});
