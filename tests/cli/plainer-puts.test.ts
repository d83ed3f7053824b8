/** A shrunk distributed scenario puts plain values, and keeps those that its checks or its failure tell apart. */
import { expect, test } from 'vitest';
import { openTrace } from '../../src/commands/open-trace.ts';
import { performCommand } from '../support/built.ts';
import { sampleContext } from '../support/sample-context.ts';
import { project } from './run-cli.ts';

const put = (node: string, value: string, key = 'x') => ({ type: 'client_put', node, key, value });

/** Keeps the first value it hears instead of the larger one, so replicas disagree about values that differ. */
const first = `export default function (ctx) {
  let held = null;
  const take = (value) => { held ??= value; };
  return {
    onMessage: (_from, value) => take(value),
    onClient: ({ op, value }) => { if (op === 'get') return held; take(value); for (const node of ctx.nodes) if (node !== ctx.node) ctx.send(node, value); },
    inspect: () => held,
  };
}
`;

async function shrunkPuts(distributed: object, more: Record<string, string> = {}): Promise<readonly unknown[]> {
  const cwd = project({ 'd.fozzy.json': { version: 1, name: 'd', distributed }, ...more });
  const options = { scenario: 'd.fozzy.json', schedule: 'random', seed: '1', shrink: true, record: 't.fozzy' };
  const { document } = await performCommand('explore', options, { cwd });
  expect(document).toMatchObject({ shrink: { preserved: true, minimal: true } });
  const again = await performCommand('replay', { runOrTrace: 't.fozzy' }, { cwd });
  expect(again.document).toMatchObject({ replay: { reproduced: true } });
  const { scenario } = openTrace('t.fozzy', sampleContext(cwd)).decoded.document;
  // Reason for the cast: a trace of a distributed scenario holds it.
  const { steps } = (scenario as unknown as { readonly distributed: { readonly steps: readonly Record<string, unknown>[] } }).distributed;
  return steps.flatMap(({ type, value }) => (type === 'client_put' ? [value] : []));
}

test('a value that nothing depends on becomes the plainest one', { timeout: 60_000 }, async () => {
  const lossy = {
    nodes: ['a', 'b', 'c'],
    steps: [put('a', 'a rather long value, with spaces'), put('b', 'ünïcödé')],
    faults: [{ type: 'loss' }],
    invariants: [{ type: 'kv_all_equal', key: 'x' }],
  };
  expect(await shrunkPuts(lossy)).toEqual(['1']);
});

test('values that the failure tells apart stay different, and are numbers', { timeout: 60_000 }, async () => {
  const racing = {
    nodes: ['a', 'b'],
    module: './first.mjs',
    steps: [put('a', 'from the left'), put('b', 'from the right')],
    invariants: [{ type: 'kv_all_equal', key: 'x' }],
  };
  const values = await shrunkPuts(racing, { 'first.mjs': first });
  expect(new Set(values)).toEqual(new Set(['1', '2']));
});

test('a value that a check expects stays as it was written', { timeout: 60_000 }, async () => {
  const expecting = {
    nodes: ['a', 'b'],
    steps: [put('a', 'expected'), { type: 'client_get_assert', node: 'a', key: 'x', equals: 'expected' }],
    faults: [{ type: 'loss' }],
    invariants: [{ type: 'kv_node_equals', node: 'b', key: 'x', equals: 'expected' }],
  };
  expect(await shrunkPuts(expecting)).toEqual(['expected']);
});
