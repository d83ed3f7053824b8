/** Every command there is, asked over both transports: the same documents, apart from ids, times and paths. */
import { expect, test } from 'vitest';
import { describeFozzy } from '../../src/commands/describe.ts';
import type * as Sdk from '../../src/sdk.ts';
import { project } from './run-cli.ts';

// Reason for the cast: the build is made from exactly this module.
const { Fozzy } = (await import(new URL('../../dist/sdk.js', import.meta.url).href)) as typeof Sdk;

const files = {
  'package.json': { name: 'shop', version: '1.0.0' },
  'tests/a.fozzy.json': { version: 1, name: 'good', steps: [{ type: 'sleep', duration: '5ms' }] },
  'tests/b.fozzy.json': {
    version: 1,
    name: 'bad',
    steps: [
      { type: 'memory_alloc', key: 'm', bytes: 5 },
      { type: 'set_kv', key: 'k', value: 'v' },
      { type: 'fail', message: 'no' },
    ],
  },
  'd.fozzy.json': {
    version: 1,
    name: 'd',
    distributed: {
      nodes: ['a', 'b'],
      steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }],
      invariants: [{ type: 'kv_all_equal', key: 'x' }],
    },
  },
  's.fozzy.ts': `import { stat } from 'node:fs/promises';
import { simulation } from 'fozzy';
export default simulation('lost update', (sim) => {
  let value = 0;
  const add = async () => { const before = value; await stat('/tmp'); value = before + 1; };
  sim.node('counter', () => { void add(); setTimeout(() => void add(), 3); });
  sim.finally('both count', () => value === 2);
});
`,
  'src/parse.ts': `export function parse(text: string): number {
  if (text.startsWith('no')) throw new RangeError('no');
  return text.length;
}
`,
};

/** What is measured on the machine is never the same twice. */
const measured =
  /^(?:startedAt|finishedAt|(?:left|right)SizeBytes|durationMs|durationNs|sizeBytes|freedBytes|totalBytes|bytesBefore|bytesAfter|hostTimeMs|execPerSec|notes)$/u;

function plain(value: unknown, cwd: string): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => (measured.test(key) ? 0 : inner));
  return JSON.parse(
    text
      .replaceAll(cwd, '.')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, 'id')
      .replace(/ time(?:stamp)?=\\"[^"]*\\"/gu, '')
      .replace(/cache\/(gate|full)-[0-9a-f]{12}/gu, 'cache/$1'),
  );
}

/** The path of a trace, which a run that failed always has. */
function traceOf({ identity }: Sdk.RunSummary): string {
  if (identity.tracePath === undefined) throw new Error('the run left no trace');
  return identity.tracePath;
}

async function askEverything(client: Sdk.Fozzy): Promise<Readonly<Record<string, object>>> {
  const det = { det: true, seed: 7n } as const;
  const small = { doctorRuns: 2, scope: ['nothing'] };
  const answers: Record<string, object> = {};
  const init = await client.init({ with: ['run'] });
  const run = await client.run('tests/a.fozzy.json', { ...det, record: 'a.fozzy' });
  await client.run('tests/b.fozzy.json', { ...det, record: 'b.fozzy', timeout: 5000, memTrack: false });
  const tested = await client.test({ ...det, jobs: 1, tag: [], shard: '1/1', patterns: ['tests/a.fozzy.json', 'tests/b.fozzy.json'] });
  const explore = await client.explore('d.fozzy.json', { seed: 3, schedule: 'dfs' });
  const fuzz = await client.fuzz('src/parse.ts#parse', { det: true, runs: 300, seed: 1, crashOnly: true });
  const found = traceOf(await client.explore('s.fozzy.ts', { seed: 1, runs: 100 }));
  Object.assign(answers, { init, run, test: tested, explore, fuzz });
  answers['reportMerge'] = await client.reportMerge([tested.identity.runId]);
  answers['certificateVerify'] = await client.certificateVerify(explore.identity.runId);
  answers['replay'] = await client.replay('b.fozzy');
  answers['replay with export'] = await client.replay('b.fozzy', { profileExportFormat: 'otlp', profileExportOut: 'p.json' });
  answers['shrink'] = await client.shrink('b.fozzy', { minimize: 'all', out: 'small.fozzy' });
  answers['save'] = await client.save('b.fozzy', { as: 'vitest', out: 'saved.test.ts' });
  answers['confirm'] = await client.confirm(found, { time: 20_000 });
  answers['show'] = await client.show(found);
  answers['explain'] = await client.explain(found);
  answers['traceVerify'] = await client.traceVerify('a.fozzy');
  answers['traceShow'] = await client.traceShow('a.fozzy');
  answers['traceDiff'] = await client.traceDiff('a.fozzy', 'b.fozzy');
  answers['ci'] = await client.ci('b.fozzy', { flakeRun: ['a.fozzy', 'b.fozzy'], flakeBudget: 10 });
  answers['gate'] = await client.gate(small);
  answers['full'] = await client.full({ scenarioFilter: 'nothing', skipSteps: ['init', 'clean_tree'] });
  answers['reportShow'] = await client.reportShow('b.fozzy', { format: 'junit' });
  answers['reportShow as json'] = await client.reportShow('b.fozzy', { format: 'json' });
  answers['reportQuery'] = await client.reportQuery('b.fozzy', { path: 'findings[].title' });
  answers['reportFlaky'] = await client.reportFlaky(['a.fozzy', 'b.fozzy']);
  answers['artifactsLs'] = await client.artifactsLs('a.fozzy');
  answers['artifactsDiff'] = await client.artifactsDiff('a.fozzy', 'b.fozzy');
  answers['artifactsExport'] = await client.artifactsExport('a.fozzy', { out: 'exported' });
  answers['artifactsPack'] = await client.artifactsPack('a.fozzy', { out: 'pack.zip' });
  answers['artifactsBundle'] = await client.artifactsBundle('a.fozzy', { out: 'bundle.zip' });
  answers['profileTop'] = await client.profileTop('b.fozzy');
  answers['profileFlame'] = await client.profileFlame('b.fozzy', { heap: true });
  answers['profileTimeline'] = await client.profileTimeline('a.fozzy');
  answers['profileDiff'] = await client.profileDiff('a.fozzy', 'b.fozzy');
  answers['profileExplain'] = await client.profileExplain('b.fozzy', { diffWith: 'a.fozzy' });
  answers['profileExport'] = await client.profileExport('a.fozzy', { format: 'speedscope', out: 'speedscope.json' });
  answers['profileShrink'] = await client.profileShrink('a.fozzy', { metric: 'p99_latency' });
  answers['profileEnv'] = await client.profileEnv();
  answers['profileDoctor'] = await client.profileDoctor({ runOrTrace: 'b.fozzy' });
  answers['mapHotspots'] = await client.mapHotspots({ minRisk: 0 });
  answers['mapServices'] = await client.mapServices();
  answers['mapSuites'] = await client.mapSuites({ minRisk: 0 });
  answers['memoryTop'] = await client.memoryTop('b.fozzy');
  answers['memoryGraph'] = await client.memoryGraph('b.fozzy');
  answers['memoryDiff'] = await client.memoryDiff('b.fozzy', 'b.fozzy');
  answers['corpusAdd'] = await client.corpusAdd('inputs', 'src/parse.ts');
  answers['corpusList'] = await client.corpusList('inputs');
  answers['corpusMinimize'] = await client.corpusMinimize('inputs');
  answers['corpusExport'] = await client.corpusExport('tests', { out: 'corpus.zip' });
  answers['corpusImport'] = await client.corpusImport('corpus.zip', { out: 'corpus' });
  answers['runsLs'] = await client.runsLs();
  answers['runsPrune'] = await client.runsPrune({ keep: 3, dryRun: true });
  answers['validate'] = await client.validate('tests/a.fozzy.json');
  answers['doctor'] = await client.doctor();
  answers['env'] = await client.env();
  answers['schema'] = await client.schema();
  answers['schema of one type'] = await client.schema({ type: 'sleep' });
  answers['usage'] = await client.usage();
  answers['completions'] = await client.completions('bash');
  answers['version'] = await client.version();
  return answers;
}

test('every command answers the same over both transports', { timeout: 300_000 }, async () => {
  const ask = async (transport: 'in-process' | 'cli') => {
    const cwd = project(files);
    const answers = await askEverything(new Fozzy({ transport, cwd }));
    return Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, plain(answer, cwd)]));
  };
  const [within, outside] = [await ask('in-process'), await ask('cli')];
  const { commands } = describeFozzy();
  const method = (words: readonly string[]): string =>
    words.join('-').replace(/-([a-z])/gu, (_match, letter: string) => letter.toUpperCase());
  expect(commands.map(({ words }) => method(words)).filter((name) => within[name] === undefined)).toEqual([]);
  for (const [name, answer] of Object.entries(outside)) expect([name, answer]).toEqual([name, within[name]]);
  // What the types promise of each kind of run is there.
  const parts = { test: ['tests', 'results'], explore: ['search'], fuzz: ['fuzz'], replay: ['replay'], shrink: ['shrink'] };
  for (const [name, keys] of Object.entries(parts)) for (const key of keys) expect(within[name], name).toHaveProperty(key);
});
