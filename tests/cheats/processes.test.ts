/** What only a process of its own contains: state of Node's own classes and of packages that are taken from the host. Needs a build. */
import { expect, test } from 'vitest';
import { exploreFiles, openFiles, sayingNode } from '../support/explore-files.ts';
import { executeOnce } from '../../src/campaign/execute-many.ts';
import { WalkSource } from '../../src/decide/walk.ts';

const external = (source: string) => ({
  'node_modules/real/package.json': '{"name":"real","version":"1.0.0","main":"index.js"}',
  'node_modules/real/index.js': source,
});

test('a counter on a class of Node that nobody puts back goes through realms, and ends with the process', async () => {
  const program =
    "const { StringDecoder } = require('string_decoder');\nconst p = StringDecoder.prototype;\np.n = (p.n ?? 0) + 1; console.log(p.n);";
  const { status, simulation, escalations } = await exploreFiles(sayingNode(program), {}, 2);
  expect(status).toBe('pass');
  expect(simulation.isolation.tier).toBe('process');
  expect(escalations.map((each) => each.split(':')[0])).toEqual(['context', 'process']);
  expect(escalations[1]).toContain('StringDecoder.prototype.n, changed by program.cjs:3');
});

test('the state of an external package is named as not controlled, and ends with the process', async () => {
  const files = sayingNode("console.log(require('real').default());", external('let n = 0; module.exports = () => (n += 1);'));
  const main = (files['main.fozzy.ts'] ?? '').replace("'cheat', (sim)", "'cheat', { external: ['real'] }, (sim)");
  const { status, simulation, escalations } = await exploreFiles({ ...files, 'main.fozzy.ts': main }, {}, 2);
  expect(status).toBe('pass');
  expect(simulation.isolation.tier).toBe('process');
  expect(escalations[0]).toContain('not controlled: real');
});

test('what differs from process to process is a finding with the source that is not controlled', async () => {
  const files = sayingNode(
    "setTimeout(() => {}, 1 + (require('real').default() % 1000));",
    external('const real = performance; module.exports = () => Math.floor(real.now() * 1000);'),
  );
  const main = (files['main.fozzy.ts'] ?? '').replace("'cheat', (sim)", "'cheat', { external: ['real'] }, (sim)");
  const { status, findings } = await exploreFiles({ ...files, 'main.fozzy.ts': main }, { isolation: 'process' }, 3);
  expect(status).toBe('fail');
  expect(findings).toMatchObject([{ title: 'nondeterministic_subject', location: { details: { uncontrolled: ['real'] } } }]);
  expect(findings[0]?.message).toContain("with isolation 'process'");
});

test.each([
  ['ends it', 'const host = process; module.exports = () => host.reallyExit(7);', 'node_crashed', 'exit code 7'],
  ['aborts it', "const host = process; module.exports = () => host.kill(host.pid, 'SIGABRT');", 'node_crashed', 'SIGABRT'],
  ['fills it', 'module.exports = () => { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept)); };', 'memory_growth', 'memory'],
])('a subject that %s makes a finding, and the search is told', async (_what, source, title, says) => {
  const files = sayingNode("require('real').default();", external(source));
  const main = (files['main.fozzy.ts'] ?? '').replace("'cheat', (sim)", "'cheat', { external: ['real'] }, (sim)");
  // Small enough to be full at once; the processes of runs inherit it.
  process.env['NODE_OPTIONS'] = '--max-old-space-size=96';
  const { status, findings } = await exploreFiles({ ...files, 'main.fozzy.ts': main }, { isolation: 'process' }, 3);
  delete process.env['NODE_OPTIONS'];
  expect(status).toBe('crash');
  expect(findings).toMatchObject([{ title }]);
  expect(findings[0]?.message).toContain(says);
});

test('a client left out of a run is left out of it in a process as well', async () => {
  const { subject } = await openFiles(sayingNode("console.log('hi');"), { isolation: 'process' });
  const edits = { withoutClients: new Set(['c']) };
  const { clients } = await executeOnce(subject, () => ({ source: new WalkSource({ hi: 0, lo: 1 }), edits }));
  expect(clients).toEqual([]);
});
