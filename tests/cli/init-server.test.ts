/** From an existing server to a first simulation of it, through the built program. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, project, runCli } from './run-cli.ts';

const root = dirname(dirname(bin));

/** Node's own http, with a mistake: what is cached is missing for a moment while it is made anew. */
const racy = `import { createServer } from 'node:http';
let cache = { value: 1 };
createServer(async (req, res) => {
  if (req.method === 'POST' && req.url === '/renew') {
    cache = undefined;
    await new Promise((resume) => setTimeout(resume, 5));
    cache = { value: 2 };
    res.end('renewed');
    return;
  }
  if (req.url === '/value') {
    res.end(String(cache.value));
    return;
  }
  res.statusCode = 404;
  res.end();
}).listen(process.env.PORT ?? 8080);
`;

const repaired = racy.replace('    cache = undefined;\n', '');

test('a race in a plain server is found by the simulation that init wrote', async () => {
  const cwd = project({ 'src/server.mjs': racy });
  const made = await runCli(['init', '--template', 'service', 'src/server.mjs', '--json'], { cwd });
  expect(made.json()).toMatchObject({ created: expect.arrayContaining(['fozzy.toml', 'tests/server.fozzy.ts']) });
  const text = readFileSync(join(cwd, 'tests/server.fozzy.ts'), 'utf8');
  expect(text).toContain("sim.client('post-renew-first', () => request('POST', '/renew', {}));");
  expect(text).toContain("{ env: { PORT: '8080' }, ports: [8080] }");
  const explored = await runCli(['explore', 'tests/server.fozzy.ts', '--seed', '1', '--shrink', '--json'], { cwd });
  expect(explored.code).not.toBe(0);
  expect(explored.json()).toMatchObject({
    findings: [{ title: 'unhandled_rejection', message: expect.stringContaining("reading 'value'") }],
  });
});

test('its repaired twin runs green', async () => {
  const cwd = project({ 'server.mjs': repaired });
  await runCli(['init', '--template', 'service'], { cwd });
  const explored = await runCli(['explore', 'tests/server.fozzy.ts', '--seed', '1', '--runs', '60'], { cwd });
  expect(explored.stdout).toMatch(/^PASS/u);
});

test('an express app is driven by its routes, and its torn file shows', async () => {
  const cwd = project({
    'package.json': { name: 'shop', type: 'module', scripts: { start: 'node src/app.js' } },
    'src/app.js': `import express from 'express';
import { readFile, writeFile } from 'node:fs/promises';
const app = express();
app.use(express.json());
const load = async () => JSON.parse(await readFile('orders.json', 'utf8'));
app.get('/orders', async (req, res) => res.json(await load()));
app.post('/orders', async (req, res) => {
  const all = await load();
  all.push(req.body.item);
  await writeFile('orders.json', JSON.stringify(all));
  res.status(201).end();
});
app.listen(3000);
`,
    'orders.json': '[]',
  });
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'));
  const made = await runCli(['init', '--template', 'service'], { cwd });
  expect(made.code).toBe(0);
  const text = readFileSync(join(cwd, 'tests/app.fozzy.ts'), 'utf8');
  expect(text).toContain("request('POST', '/orders', { item: 'item' })");
  expect(text).toContain("faults.crash(server, { restart: true, disk: 'power-loss' })");
  const explored = await runCli(['explore', 'tests/app.fozzy.ts', '--seed', '3', '--runs', '200', '--json'], { cwd });
  // A file that is written while another reads it is empty for a moment, and for good after a power loss.
  expect(explored.json()).toMatchObject({
    status: 'fail',
    findings: [{ title: expect.stringMatching(/^(?:client_failed|finally_violated)$/u) }],
  });
});

test('the port is the one the program listens on, wherever that is configured', async () => {
  const cwd = project({
    'package.json': { name: 'www', scripts: { start: 'node ./bin/www' } },
    'bin/www': "require('../app').listen(require('../settings').port);\n",
    'app.js': "module.exports = require('node:http').createServer((req, res) => { if (req.url === '/hi') res.end('hi'); });\n",
    'settings.js': "module.exports = JSON.parse(require('node:fs').readFileSync(__dirname + '/settings.json', 'utf8'));\n",
    'settings.json': '{"port":7123}',
  });
  const made = await runCli(['init', '--template', 'service'], { cwd });
  expect(made.stderr).toBe('');
  expect(readFileSync(join(cwd, 'tests/www.fozzy.ts'), 'utf8')).toContain("sim.node('server', '../bin/www', { ports: [7123] })");
});

test('a program that does not come up is told of with its own reason, and the simulation is written all the same', async () => {
  const cwd = project({
    'src/server.mjs':
      "import { createServer } from 'node:http';\nif (process.env.DSN === undefined) throw new Error('DSN is required');\ncreateServer((req, res) => res.end()).listen(80);\n",
    'src/waits.mjs': "setInterval(() => console.log('no database yet'), 1000);\n",
  });
  const dead = await runCli(['init', '--template', 'service', 'src/server.mjs', '--json'], { cwd });
  expect(dead.json()).toMatchObject({ created: expect.arrayContaining(['tests/server.fozzy.ts']) });
  expect(dead.stderr).toContain('Error: DSN is required (src/server.mjs:2)');
  const waits = await runCli(['init', '--template', 'service', 'src/waits.mjs'], { cwd });
  expect(waits.stderr).toContain('src/waits.mjs opens no port, having said “no database yet”');
});

test('routes that turn every client away are named', async () => {
  const cwd = project({
    'server.mjs': `import { createServer } from 'node:http';
createServer((req, res) => {
  if (req.url === '/open') return res.end('1');
  if (req.url === '/secret') { res.statusCode = 401; return res.end(); }
  res.end();
}).listen(80);
`,
  });
  const made = await runCli(['init', '--template', 'service'], { cwd });
  expect(made.stderr).toContain(
    'warning[routes_refused]: answered without being served: GET /secret with 401: give their clients in tests/server.fozzy.ts',
  );
});

test('an entry that is not there is refused, and so is a project without any', async () => {
  const cwd = project({});
  const missing = await runCli(['init', '--template', 'service', 'src/nope.ts', '--json'], { cwd });
  expect([missing.code, missing.json()['code']]).toEqual([2, 'scenario_not_found']);
  const none = await runCli(['init', '--template', 'service', '--json'], { cwd });
  expect([none.code, none.json()['code']]).toEqual([2, 'usage']);
  const stray = await runCli(['init', 'src/nope.ts', '--json'], { cwd });
  expect([stray.code, stray.json()['code']]).toEqual([2, 'usage']);
});

test('without a route one client asks for /, and a warning says so', async () => {
  const cwd = project({
    'server.mjs': "import { createServer } from 'node:http';\ncreateServer((req, res) => res.end('hi')).listen(80);\n",
  });
  const made = await runCli(['init', '--template', 'service'], { cwd });
  expect(made.stderr).toContain('no route of server.mjs could be read from its code');
  expect(readFileSync(join(cwd, 'tests/server.fozzy.ts'), 'utf8')).toContain("sim.client('get', () => request('GET', '/'));");
});

test('a simulation that exists is not overwritten, and an initialised project keeps what it has', async () => {
  const cwd = project({ 'server.mjs': repaired });
  await runCli(['init'], { cwd });
  expect((await runCli(['init', '--template', 'service'], { cwd })).code).toBe(0);
  const again = await runCli(['init', '--template', 'service', '--json'], { cwd });
  expect([again.code, again.json()['code']]).toEqual([2, 'output_exists']);
  writeFileSync(join(cwd, 'tests/server.fozzy.ts'), 'edited');
  const forced = await runCli(['init', '--template', 'service', '--force', '--json'], { cwd });
  expect(forced.json()['kept']).toContainEqual({ path: 'tests/server.fozzy.ts', reason: 'it was edited since init' });
});
