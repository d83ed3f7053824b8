/** What can be read from the code of a server without running it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readServer } from '../../src/sim/inspect/read-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Frameworks are stood in for by empty packages: nothing of them runs. */
const frameworks = Object.fromEntries(
  ['express', 'fastify', 'koa', '@koa/router', 'hono', '@hono/node-server'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'i.js' })],
    [`node_modules/${name}/i.js`, 'module.exports = {};'],
  ]),
);

async function read(files: Readonly<Record<string, string>>, entry = 'server.mjs') {
  const folder = temporaryDirectory();
  for (const [path, text] of Object.entries({ ...frameworks, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const service = await readServer(join(folder, entry));
  return { ...service, told: service.routes.map(({ method, path }) => `${method} ${path}`).toSorted() };
}

test('express: routes, routers below a path in other files, chained routes, the port from the environment', async () => {
  const service = await read({
    'server.mjs': `import express from 'express';
import { orders } from './orders.mjs';
const app = express();
app.set('x', 1);
app.get('title');
app.get('/health', (req, res) => res.send('ok'));
app.use('/api', orders);
app.route('/books').get(list).post((req, res) => res.json(req.body.title));
const port = Number(process.env.PORT ?? 4000);
app.listen(port);`,
    'orders.mjs': `import { Router } from 'express';
import { writeFile } from 'node:fs/promises';
export const orders = Router();
const items = Router();
orders.use('/items', items);
items.delete('/:id', (req, res) => res.end());
orders.post('/orders', async (req, res) => { const { item, quantity } = req.body; await writeFile('o', item + quantity); res.end(); });`,
  });
  expect(service.told).toEqual(['DELETE /api/items/:id', 'GET /books', 'GET /health', 'POST /api/orders', 'POST /books']);
  expect(service.routes.find(({ path }) => path === '/api/orders')?.body).toEqual(['item', 'quantity']);
  expect(service).toMatchObject({ port: 4000, portVariable: 'PORT', writesFiles: true, listens: true, local: false });
});

test('express with require, a router that is mounted where it is required', async () => {
  const service = await read(
    {
      'server.cjs':
        "const app = require('express')();\napp.use('/v1', require('./api.cjs'));\nconst { PORT = 8081 } = process.env;\napp.listen(PORT);",
      'api.cjs': "const router = require('express').Router();\nrouter.put('/thing', (req, res) => res.end());\nmodule.exports = router;",
    },
    'server.cjs',
  );
  expect(service.told).toEqual(['PUT /v1/thing']);
  expect(service).toMatchObject({ port: 8081, portVariable: 'PORT', writesFiles: false });
});

test('fastify: routes as objects, plugins below a prefix, and that it listens on localhost only', async () => {
  const service = await read({
    'server.mjs': `import Fastify from 'fastify';
import plugin from './plugin.mjs';
const fastify = Fastify();
fastify.get('/a', { schema: {} }, async () => 1);
fastify.route({ method: ['GET', 'POST'], url: '/b', handler: async (request) => request.body.delta });
fastify.register(plugin, { prefix: '/p' });
await fastify.listen({ port: 5000 });`,
    'plugin.mjs': "export default async function plugin(app) { app.patch('/c', async () => 2); }",
  });
  expect(service.told).toEqual(['GET /a', 'GET /b', 'PATCH /p/c', 'POST /b']);
  expect(service).toMatchObject({ port: 5000, local: true });
  expect(await read({ 'server.mjs': "import f from 'fastify';\nf().listen({ port: 1, host: '0.0.0.0' });" })).toMatchObject({
    local: false,
  });
});

test('koa with a prefixed router, and hono with a mounted app', async () => {
  const koa = await read({
    'server.mjs':
      "import Koa from 'koa';\nimport Router from '@koa/router';\nconst router = new Router({ prefix: '/k' });\nrouter.get('/x', (ctx) => {});\nnew Koa().use(router.routes()).listen(3001);",
  });
  expect([koa.told, koa.port]).toEqual([['GET /k/x'], 3001]);
  const hono = await read({
    'server.mjs':
      "import { Hono } from 'hono';\nimport { serve } from '@hono/node-server';\nconst app = new Hono();\nconst sub = new Hono();\nsub.post('/y', async (c) => { const { name } = await c.req.json(); return c.text(name); });\napp.route('/h', sub);\nserve({ fetch: app.fetch, port: 3002 });",
  });
  expect([hono.told, hono.port, hono.routes[0]?.body]).toEqual([['POST /h/y'], 3002, ['name']]);
});

test('a plain server: comparisons of url and method', async () => {
  const service = await read({
    'server.mjs': `import http from 'node:http';
http.createServer((req, res) => {
  if (req.method === 'POST' && req.url === '/warm') return res.end();
  if (req.url.startsWith('/items')) return res.end();
  switch (req.url) { case '/value': res.end('1'); break; default: res.end(); }
}).listen(8080, 'localhost');`,
  });
  expect(service.told).toEqual(['GET /items', 'GET /value', 'POST /warm']);
  expect(service).toMatchObject({ port: 8080, local: true });
});

test('TypeScript is read without its types, and a program without routes has none', async () => {
  const service = await read(
    { 'server.ts': 'const n: number = 1;\nexport type T = { a: string };\nconsole.log(n as unknown);\n' },
    'server.ts',
  );
  expect(service).toMatchObject({ routes: [], listens: false, port: 3000 });
});
