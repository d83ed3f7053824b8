/** Shrinking leaves out whole nodes and shortens time; what is left is a trace like any other, also after edits that do not concern it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { performCommand } from '../support/built.ts';
import { type ExplainedRun, explanationText } from '../../src/report/explanation.ts';
import { plainPaint } from '../../src/report/paint.ts';
import { textWidth } from '../../src/report/text-width.ts';
import { decodeTrace } from '../../src/trace/decode.ts';
import { project } from './run-cli.ts';

type Options = Readonly<Record<string, string | number | boolean>>;

async function perform(cwd: string, name: string, options: Options) {
  return performCommand(name, options, { cwd });
}

function traceIn(cwd: string) {
  return decodeTrace(readFileSync(join(cwd, 't.fozzy'), 'utf8'), 't.fozzy').document;
}

/** It verifies, replays, is shown and explained; and replays after the file was edited. */
async function expectWhole(cwd: string, file: string): Promise<string> {
  const runOrTrace = 't.fozzy';
  expect((await perform(cwd, 'trace verify', { runOrTrace })).document).toMatchObject({ ok: true });
  expect((await perform(cwd, 'replay', { runOrTrace })).document).toMatchObject({ replay: { reproduced: true } });
  expect((await perform(cwd, 'show', { runOrTrace })).exitCode).toBe(0);
  const again = await perform(cwd, 'shrink', { runOrTrace, out: 'again.fozzy' });
  expect(again.document).toMatchObject({ shrink: { preserved: true, minimal: true } });
  const explained = (await perform(cwd, 'explain', { runOrTrace })).document as ExplainedRun; // of this command
  writeFileSync(join(cwd, file), `// Nothing to do with it.\n${readFileSync(join(cwd, file), 'utf8')}export const unrelated = 1;\n`);
  expect((await perform(cwd, 'replay', { runOrTrace })).document).toMatchObject({ replay: { reproduced: true } });
  expect((await perform(cwd, 'explain', { runOrTrace })).document).toMatchObject({
    necessary: explained.necessary.map(({ kind }) => ({ kind })),
  });
  const text = explanationText(explained, { selector: runOrTrace, style: { paint: plainPaint, widthMax: 100 } });
  expect(text.split('\n').filter((line) => textWidth(line) > 100)).toEqual([]);
  return text.replaceAll(/\n */gu, ' ');
}

/** Keeps what comes last; writes go to everybody, and so do greetings that mean nothing. */
const replica = `export default function (ctx) {
  const store = new Map();
  return {
    onMessage(from, { key, value }) {
      if (key !== undefined) store.set(key, value);
    },
    onClient({ op, key, value }) {
      if (op === 'get') return store.get(key) ?? null;
      store.set(key, value);
      for (const node of ctx.nodes) if (node !== ctx.node) ctx.send(node, { key, value });
    },
    inspect: (key) => store.get(key) ?? null,
  };
}
`;

const put = (node: string, key: string, value: string) => ({ type: 'client_put', node, key, value });

test('of a distributed scenario the nodes and the time it needs are left', { timeout: 60_000 }, async () => {
  const scenario = {
    version: 1,
    name: 'last write wins',
    distributed: {
      nodes: ['a', 'b', 'c', 'd'],
      module: './replica.mjs',
      steps: [put('c', 'y', '1'), put('a', 'x', '1'), { type: 'tick', duration: '1h' }, put('b', 'x', '2'), put('d', 'y', '2')],
      invariants: [{ type: 'kv_all_equal', key: 'x' }],
      faults: [{ type: 'delay', by: '2m', from: 'a', to: 'b' }],
    },
  };
  const cwd = project({ 'd.fozzy.json': JSON.stringify(scenario), 'replica.mjs': replica });
  const options = { scenario: 'd.fozzy.json', seed: '1', schedule: 'random', shrink: true, record: 't.fozzy' };
  const { document } = await perform(cwd, 'explore', options);
  expect(document).toMatchObject({ shrink: { preserved: true, minimal: true }, findings: [{ title: 'kv_all_equal' }] });
  const { scenario: smaller, summary } = traceIn(cwd);
  expect(smaller).toMatchObject({ distributed: { nodes: ['a', 'b'], invariants: { length: 1 } } });
  expect(summary.virtualTimeMs).toBeLessThan(60_000);
  const text = await expectWhole(cwd, 'replica.mjs');
  expect(text).toContain('All of its 5 transitions could have had a part in it: script 2, b 2, a 1.');
});

const loader = `import { readFile } from 'node:fs';
const loaded = [];
for (const name of ['entries', 'index'])
  readFile('/data/' + name, 'utf8', () => {
    loaded.push(name);
    if (name === 'index' && !loaded.includes('entries')) throw new Error('index before entries');
  });
`;

const idle = `import { readFile } from 'node:fs';
for (const name of ['one', 'two']) readFile('/data/' + name, 'utf8', () => {});
setTimeout(() => {}, 500);
`;

const simulated = `import { simulation } from 'fozzy';
export default simulation('the index comes last', (sim) => {
  sim.node('beside', './idle.mjs', { files: { '/data/one': '1', '/data/two': '2' } });
  sim.node('loader', './loader.mjs', { files: { '/data/index': 'i', '/data/entries': 'e' } });
  sim.client('user', () => sim.sleep(20));
});
`;

test('of a simulation a node that had no part in it is not started', { timeout: 60_000 }, async () => {
  const cwd = project({ 'tests/s.fozzy.ts': simulated, 'tests/loader.mjs': loader, 'tests/idle.mjs': idle });
  const options = { scenario: 'tests/s.fozzy.ts', seed: '3', schedule: 'random', shrink: true, record: 't.fozzy' };
  const { document } = await perform(cwd, 'explore', options);
  expect(document).toMatchObject({ shrink: { preserved: true, minimal: true, after: { picks: 1 } } });
  expect(traceIn(cwd).simulation).toMatchObject({ withoutClients: ['user'], withoutNodes: ['beside'] });
  const text = await expectWhole(cwd, 'tests/loader.mjs');
  expect(text).toMatch(/It needs no user, beside: the failure is there without\./u);
  expect(text).toContain('All of its 2 transitions could have had a part in it: loader 2.');
});

test('a failure that needs no step keeps one, for there is no scenario without', { timeout: 60_000 }, async () => {
  const scenario = {
    version: 1,
    name: 'fails by itself',
    distributed: {
      nodes: ['a', 'b'],
      module: './nodes.mjs',
      steps: [put('a', 'x', '1'), put('b', 'x', '2')],
      invariants: [],
    },
  };
  // Whoever hears first from the other fails: in the calm order that is nobody, because both wait.
  const nodes = `export default function (ctx) {
    let heard = 0;
    return {
      onStart() {
        if (ctx.node === 'a') for (const n of [1, 2]) ctx.send('b', { n });
      },
      onMessage(from, { n }) {
        if (n < heard) throw new Error('out of order');
        heard = n;
      },
      onClient: () => null,
      inspect: () => null,
    };
  }
  `;
  const cwd = project({ 'd.fozzy.json': JSON.stringify(scenario), 'nodes.mjs': nodes });
  const { document } = await perform(cwd, 'explore', { scenario: 'd.fozzy.json', seed: '1', shrink: true, record: 't.fozzy' });
  expect(document).toMatchObject({ shrink: { preserved: true, minimal: true }, findings: [{ title: 'node_crashed' }] });
  expect(traceIn(cwd).scenario).toMatchObject({ distributed: { steps: { length: 1 }, nodes: ['a', 'b'] } });
  expect((await perform(cwd, 'replay', { runOrTrace: 't.fozzy' })).document).toMatchObject({ replay: { reproduced: true } });
});
