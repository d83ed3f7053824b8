/** Steps made of steps. */
import type { JsonNode } from '../../base/json-text.ts';
import { type Kind, optional, required, shape } from '../field.ts';
import type { Inspection } from '../inspection.ts';
import { positive } from '../kind/integer.ts';
import { id, writtenKey } from '../kind/plain.ts';
import { memberOf } from '../node.ts';
import type { ParallelTask, PlacedStep } from '../step.ts';
import { type AnyStepType, stepType } from './step-type.ts';

const steps: Kind<readonly PlacedStep[]> = {
  label: 'steps',
  nullIsValue: false,
  read: (node, inspection) => inspection.surroundings.readSteps(node, inspection),
  schema: (ref) => ref('steps'),
};

const task = shape<ParallelTask>({
  name: 'a parallel task',
  fields: { name: required('name', id, 'unique among the tasks'), steps: required('steps', steps, 'what the task does') },
});

const tasksMin = 2;

const tasks: Kind<readonly ParallelTask[]> = {
  label: '[{name, steps}], at least 2',
  nullIsValue: false,
  read: readTasks,
  schema: (ref) => ({ type: 'array', minItems: tasksMin, items: ref('task') }),
};

/** Described to editors next to the steps. */
export const taskShape = task;

export const compositeSteps: readonly AnyStepType[] = [
  expectingFailure('assert_throws'),
  expectingFailure('assert_rejects'),
  stepType('parallel', {
    summary: 'Runs tasks whose steps interleave under the scheduler.',
    fields: { tasks: required('tasks', tasks, 'at least two, with unique names') },
    example: {
      tasks: [
        { name: 'writer', steps: [{ type: 'set_kv', key: 'state', value: 'open' }] },
        { name: 'sleeper', steps: [{ type: 'sleep', duration: '10ms' }] },
      ],
    },
    notes: ['The order is chosen by the seed and recorded. A failing step stops all tasks.'],
  }),
  stepType('repeat', {
    summary: 'Runs a list of steps several times.',
    fields: {
      times: required('times', positive, 'how often'),
      steps: required('steps', steps, 'what to repeat'),
      indexKey: optional('index_key', writtenKey, 'kv key that holds the round number, counted from 0'),
    },
    example: { times: 3, steps: [{ type: 'rand_u64' }] },
  }),
];

function expectingFailure(type: 'assert_throws' | 'assert_rejects'): AnyStepType {
  return stepType(type, {
    summary: 'One of the nested steps must fail; their effects are rolled back.',
    fields: { steps: required('steps', steps, 'steps of which one must fail') },
    example: { steps: [{ type: 'fail', message: 'expected' }] },
    notes: ['Time that passed inside is not rolled back. Misuse of the format and timeouts are never accepted as the expected failure.'],
  });
}

function readTasks(node: JsonNode, inspection: Inspection): readonly ParallelTask[] | undefined {
  if (node.kind !== 'array') return inspection.wrongType(node, 'an array of tasks');
  if (node.items.length < tasksMin) inspection.outOfRange(node, `parallel needs at least ${tasksMin} tasks, found ${node.items.length}`);
  const read: ParallelTask[] = [];
  const names = new Set<string>();
  for (const [index, item] of node.items.entries()) {
    inspection.enter(index);
    const one = item.kind === 'object' ? task.read(item, inspection) : inspection.wrongType(item, 'a task object');
    checkUnique(item, names, inspection);
    inspection.leave();
    if (one !== undefined) read.push(one);
  }
  return read.length === node.items.length ? read : undefined;
}

function checkUnique(item: JsonNode, names: Set<string>, inspection: Inspection): void {
  const name = memberOf(item, 'name')?.value;
  if (name?.kind !== 'string') return;
  if (names.has(name.value)) {
    inspection.enter('name');
    inspection.error('conflicting_fields', name.start, `two tasks are called "${name.value}"`, 'give every task its own name');
    inspection.leave();
  }
  names.add(name.value);
}
