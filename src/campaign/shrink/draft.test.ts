import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { levelsOf, nodesOf, readDraft, renderDraft, replaceNode, withoutNodes } from './draft.ts';

const kv = (key: string): JsonObject => ({ type: 'set_kv', key, value: '' });

const scenario: JsonObject = {
  version: 1,
  name: 'x',
  covers: ['a.ts'],
  steps: [
    kv('0'),
    { type: 'repeat', times: 2, steps: [kv('1.0'), { type: 'assert_throws', steps: [kv('1.1.0')] }] },
    {
      type: 'parallel',
      tasks: [
        { name: 'a', steps: [kv('2.a.0')] },
        { name: 'b', steps: [kv('2.b.0'), kv('2.b.1')] },
      ],
    },
  ],
};

describe('a draft', () => {
  test('renders to what it was read from', () => {
    expect(renderDraft(readDraft(scenario, new Map()))).toEqual({ json: scenario, origins: new Map() });
  });

  test('lists its nodes in order of execution, and by depth', () => {
    const draft = readDraft(scenario, new Map());
    expect(nodesOf(draft).map((node) => node.origin)).toEqual([
      '/steps/0',
      '/steps/1',
      '/steps/1/steps/0',
      '/steps/1/steps/1',
      '/steps/1/steps/1/steps/0',
      '/steps/2',
      '/steps/2/tasks/0',
      '/steps/2/tasks/0/steps/0',
      '/steps/2/tasks/1',
      '/steps/2/tasks/1/steps/0',
      '/steps/2/tasks/1/steps/1',
    ]);
    expect(levelsOf(draft).map((level) => level.length)).toEqual([3, 4, 4]);
  });

  test('tells where every step that moved came from', () => {
    const { json, origins } = renderDraft(withoutNodes(readDraft(scenario, new Map()), new Set(['/steps/0', '/steps/2/tasks/1/steps/0'])));
    expect(Object.fromEntries(origins)).toEqual({
      '/steps/0': '/steps/1',
      '/steps/0/steps/0': '/steps/1/steps/0',
      '/steps/0/steps/1': '/steps/1/steps/1',
      '/steps/0/steps/1/steps/0': '/steps/1/steps/1/steps/0',
      '/steps/1': '/steps/2',
      '/steps/1/tasks/0': '/steps/2/tasks/0',
      '/steps/1/tasks/0/steps/0': '/steps/2/tasks/0/steps/0',
      '/steps/1/tasks/1': '/steps/2/tasks/1',
      '/steps/1/tasks/1/steps/0': '/steps/2/tasks/1/steps/1',
    });
    expect(readDraft(json, origins)).toEqual(
      withoutNodes(readDraft(scenario, new Map()), new Set(['/steps/0', '/steps/2/tasks/1/steps/0'])),
    );
  });

  test('loses a block together with its last step', () => {
    const { json } = renderDraft(withoutNodes(readDraft(scenario, new Map()), new Set(['/steps/1/steps/1/steps/0', '/steps/1/steps/0'])));
    expect(json['steps']).toEqual([kv('0'), (scenario['steps'] as readonly JsonObject[])[2]]);
  });

  test('can have several nodes in the place of one, wherever it is', () => {
    const draft = replaceNode(readDraft(scenario, new Map()), '/steps/1/steps/1', (node) => node.nested?.nodes ?? []);
    expect(renderDraft(draft).json['steps']).toMatchObject([kv('0'), { steps: [kv('1.0'), kv('1.1.0')] }, { type: 'parallel' }]);
  });
});
