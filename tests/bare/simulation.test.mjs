/** A simulation as the body of a test in Node's own runner, with the built library. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { check, explore, simulation, SimulationFailed } from '../../dist/index.js';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-bare-')));
after(() => rmSync(cwd, { recursive: true, force: true }));

test('a simulation that holds is a test that passes', () =>
  check(
    simulation('an hour is nothing', (sim) => {
      sim.client('alice', () => sim.sleep(3_600_000));
      sim.finally('it passed', () => sim.now >= 3_600_000);
    }),
    { runs: 10 },
  ));

test('one that does not throws what happened, and is the same the second time', async () => {
  const files = {
    'src/log.mjs':
      "import { appendFile } from 'node:fs/promises';\nexport const add = (line) => appendFile('/tmp/log', line);\nsetInterval(() => {}, 1000);\n",
    'tests/log.fozzy.mjs':
      "import { simulation } from 'fozzy';\nexport default simulation('lines keep their order', (sim) => {\n  const log = sim.node('log', '../src/log.mjs');\n  sim.client('a', () => log.call('add', 'a'));\n  sim.client('b', () => log.call('add', 'b'));\n  sim.finally('a before b', () => sim.disk(log).read('/tmp/log') === 'ab');\n});\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const told = async () =>
    String(await check('tests/log.fozzy.mjs', { cwd }).catch((error) => (assert.ok(error instanceof SimulationFailed), error)));
  const first = await told();
  assert.match(first, /lines keep their order: \[invariant\] finally_violated: a before b/u);
  assert.equal(await told(), first);
});

test('a failure is a value for those who want one', async () => {
  const result = await explore(
    simulation('throws', (sim) => {
      sim.client('a', () => {
        throw new TypeError('no');
      });
    }),
  );
  assert.deepEqual([result.status, result.findings[0]?.title, result.search.schedules], ['fail', 'client_failed', 1]);
});
