/** A minimised trace outlives edits that have nothing to do with its failure: one project, one trace, many edits. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { performCommand } from '../support/built.ts';
import { project } from './run-cli.ts';
import { replica, twoWrites } from '../support/last-write-wins.ts';

type Options = Readonly<Record<string, string | number | boolean>>;

interface Replayed {
  readonly replay: { readonly reproduced: boolean; readonly foundBy?: string; readonly firstDivergence?: unknown };
}

async function documentOf(cwd: string, name: string, options: Options): Promise<unknown> {
  return (await performCommand(name, options, { cwd })).document;
}

async function replay(cwd: string): Promise<Replayed['replay']> {
  return ((await documentOf(cwd, 'replay', { runOrTrace: 't.fozzy' })) as Replayed).replay; // the document of this command
}

type Edits = readonly (readonly [edit: string, text: string])[];

/** What the replay says after each edit of the file. */
async function afterEdits(cwd: string, file: string, original: string, edits: Edits): Promise<Record<string, boolean>> {
  const reproduced: Record<string, boolean> = {};
  for (const [edit, text] of edits) {
    expect(text).not.toBe(original);
    writeFileSync(join(cwd, file), text);
    reproduced[edit] = (await replay(cwd)).reproduced;
  }
  return reproduced;
}

function allOf(edits: Edits): Record<string, boolean> {
  return Object.fromEntries(edits.map(([edit]) => [edit, true]));
}

/** The index may be read before what it points at: then an entry is missing. */
const loader = `import { readFile } from 'node:fs';
const loaded = [];
function load(name) {
  readFile('/data/' + name, 'utf8', (error, text) => {
    loaded.push(name);
    if (name === 'index' && !loaded.includes('entries')) throw new Error('index before entries');
  });
}
setTimeout(() => {
  load('entries');
  load('index');
}, 5);
setInterval(() => {}, 1000);
`;

const scenario = `import { simulation } from 'fozzy';
export default simulation('the index comes last', (sim) => {
  sim.node('loader', '../src/loader.mjs', { files: { '/data/index': 'i', '/data/entries': 'e', '/data/more': 'm' } });
  sim.client('idle', () => sim.sleep(20));
});
`;

const loaderEdits: Edits = [
  ['a comment', `// Reads what the index needs.\n${loader}`],
  ['a local that is called otherwise', loader.replaceAll('loaded', 'known')],
  ['a log line', loader.replace('    loaded.push', "    console.log('read', name);\n    loaded.push")],
  ['another function', `${loader}export function size(list) {\n  return list.length;\n}\n`],
  [
    'functions in another order',
    loader.replace(/(?<first>function load[^]*?\n\}\n)(?<second>setTimeout[^]*?5\);\n)/u, '$<second>$<first>'),
  ],
  ['a timer', loader.replace('setTimeout', 'setTimeout(() => {}, 3);\nsetTimeout')],
  ['a timer of the same moment', loader.replace('setTimeout', 'setTimeout(() => {}, 5);\nsetTimeout')],
  ['a read at the start', loader.replace('setTimeout', "readFile('/data/more', () => {});\nsetTimeout")],
  ['a read right before', loader.replace("  load('entries')", "  load('more');\n  load('entries')")],
  ['a read between', loader.replace("  load('index')", "  load('more');\n  load('index')")],
  [
    'a wait before',
    loader.replace("  load('entries');\n  load('index');", "  setTimeout(() => {\n    load('entries');\n    load('index');\n  }, 2);"),
  ],
];

test('the trace of a simulation outlives every edit that leaves its mistake in, and says how it was found', {
  timeout: 120_000,
}, async () => {
  const cwd = project({ 'src/loader.mjs': loader, 'tests/loader.fozzy.ts': scenario });
  const found = await documentOf(cwd, 'explore', { scenario: 'tests/loader.fozzy.ts', seed: '1', shrink: true, record: 't.fozzy' });
  expect(found).toMatchObject({ shrink: { minimal: true, after: { picks: 1 } } });
  expect(await afterEdits(cwd, 'src/loader.mjs', loader, loaderEdits)).toEqual(allOf(loaderEdits));
  // Found by a search, it can be shrunk and explained as it is now.
  writeFileSync(join(cwd, 'src/loader.mjs'), loader.replace("  load('entries')", "  load('more');\n  load('entries')"));
  expect(await replay(cwd)).toMatchObject({ foundBy: 'search' });
  const shrunk = await documentOf(cwd, 'shrink', { runOrTrace: 't.fozzy', out: 'new.fozzy' });
  expect(shrunk).toMatchObject({ shrink: { preserved: true, minimal: true, after: { picks: 1 } } });
  const explained = await documentOf(cwd, 'explain', { runOrTrace: 't.fozzy' });
  expect(explained).toMatchObject({ necessary: [{ kind: 'order' }] });
  // Where the mistake is gone, the first difference is named.
  writeFileSync(join(cwd, 'src/loader.mjs'), loader.replace(" && !loaded.includes('entries')", ' && name === 0'));
  const told = await replay(cwd);
  expect(told).toMatchObject({ reproduced: false, firstDivergence: expect.anything() });
  expect(told).not.toHaveProperty('foundBy');
});

const replicaEdits: Edits = [
  ['a comment', `// Keeps what comes last.\n${replica}`],
  ['a local that is called otherwise', replica.replaceAll('store', 'kept')],
  ['another function', `${replica}export function size(list) {\n  return list.length;\n}\n`],
  [
    'a log line',
    replica.replace('      store.set(key, value);\n    },', "      console.log('got', key);\n      store.set(key, value);\n    },"),
  ],
  ['a timer', replica.replace('  return {', '  setTimeout(() => {}, 50);\n  return {')],
  [
    'a message before',
    replica.replace('      for (const node', "      ctx.send(ctx.nodes[1], { key: 'y', value });\n      for (const node"),
  ],
];

test('the trace of nodes that are a module outlives edits of it', { timeout: 120_000 }, async () => {
  const cwd = project({ 'src/replica.mjs': replica, 'tests/two.fozzy.json': JSON.stringify(twoWrites) });
  const found = await documentOf(cwd, 'explore', { scenario: 'tests/two.fozzy.json', seed: '3', shrink: true, record: 't.fozzy' });
  expect(found).toMatchObject({ shrink: { minimal: true } });
  expect(await afterEdits(cwd, 'src/replica.mjs', replica, replicaEdits)).toEqual(allOf(replicaEdits));
});

const parse = `export function parse(text) {
  const [name, value] = text.split('=');
  if (name === 'limit' && value === '') throw new RangeError('no limit');
  return [name, value];
}
`;

const parseEdits: Edits = [
  ['a comment', `// One setting.\n${parse}`],
  ['a local that is called otherwise', parse.replaceAll('value', 'given')],
  ['another function', `export function size(list) {\n  return list.length;\n}\n${parse}`],
  ['another case', parse.replace('  return', "  if (name === 'x') return [];\n  return")],
];

test('the trace of a call that was fuzzed outlives edits of the function', { timeout: 120_000 }, async () => {
  const cwd = project({ 'src/parse.mjs': parse });
  const options = {
    target: 'src/parse.mjs#parse',
    det: true,
    runs: 100_000,
    seed: '1',
    crashOnly: true,
    shrink: true,
    record: 't.fozzy',
  };
  expect(await documentOf(cwd, 'fuzz', options)).toMatchObject({ findings: [{ title: 'uncaught_error' }] });
  expect(await afterEdits(cwd, 'src/parse.mjs', parse, parseEdits)).toEqual(allOf(parseEdits));
});
