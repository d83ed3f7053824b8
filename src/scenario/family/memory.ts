/** Steps about the memory model. */
import { cutValue } from '../../base/cut-text.ts';
import { derived, type Kind, optional, required } from '../field.ts';
import { u53, u64 } from '../kind/integer.ts';
import { id, writtenKey } from '../kind/plain.ts';
import { text } from '../kind/text.ts';
import { parsePressureWave } from '../pressure-wave.ts';
import { exactlyOne } from '../rule.ts';
import { type AnyStepType, stepType } from './step-type.ts';

/** The multipliers behind a wave pattern; that the pattern is a string has been said by then. */
const multipliers: Kind<readonly number[]> = {
  label: 'wave',
  nullIsValue: false,
  read(node, inspection) {
    if (node.kind !== 'string') return undefined;
    const wave = parsePressureWave(node.value);
    if (wave !== undefined) return wave;
    const message = `${JSON.stringify(cutValue(node.value))} is no pressure wave`;
    inspection.error('invalid_pattern', node.start, message, 'write positive integers separated by commas: "1,2,4"');
    return undefined;
  },
  schema: (ref) => ref('wave'),
};

const pattern: Kind<string> = { ...id, schema: (ref) => ref('wave') };

export const memorySteps: readonly AnyStepType[] = [
  stepType('memory_alloc', {
    summary: 'Allocates simulated memory.',
    fields: {
      bytes: required('bytes', u53, 'requested size'),
      key: optional('key', writtenKey, 'kv key that receives the allocation id'),
      tag: optional('tag', text, 'label in leak reports'),
    },
    example: { bytes: 4096, key: 'buffer' },
  }),
  stepType('memory_free', {
    summary: 'Frees a simulated allocation.',
    fields: { allocId: optional('alloc_id', u53, 'the allocation id'), key: optional('key', id, 'kv key that holds the allocation id') },
    example: { key: 'buffer' },
    rules: [exactlyOne('alloc_id', 'key')],
  }),
  stepType('memory_limit_mb', {
    summary: 'Sets the ceiling of simulated memory from now on.',
    fields: { mb: required('mb', u53, 'ceiling in MiB') },
    example: { mb: 64 },
  }),
  stepType('memory_fail_after_allocs', {
    summary: 'Makes every allocation attempt after the given number of the run fail.',
    fields: { count: required('count', u53, 'attempts that may succeed') },
    example: { count: 10 },
  }),
  stepType('memory_fragmentation', {
    summary: 'Adds a seeded size overhead to allocations from now on.',
    fields: { seed: required('seed', u64, 'seed of the overhead') },
    example: { seed: '7' },
  }),
  stepType('memory_pressure_wave', {
    summary: 'Multiplies allocation sizes in a cycle from now on.',
    fields: {
      pattern: required('pattern', pattern, 'positive integers separated by commas'),
      multipliers: derived('pattern', multipliers),
    },
    example: { pattern: '1,2,4' },
  }),
  stepType('memory_checkpoint', {
    summary: 'Puts a marker on the memory timeline.',
    fields: { name: required('name', id, 'name of the marker') },
    example: { name: 'after-load' },
  }),
  stepType('memory_assert_in_use_bytes', {
    summary: 'Exactly this many bytes must be in use.',
    fields: { equals: required('equals', u53, 'expected bytes') },
    example: { equals: 0 },
  }),
];
