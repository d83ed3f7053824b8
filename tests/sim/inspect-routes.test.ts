/** What can be read from the code of a server without running it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readServer } from '../../src/sim/inspect/read-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Frameworks are stood in for by empty packages: nothing of them runs. */
const frameworks = Object.fromEntries(
  [
    'express',
    'fastify',
    'koa',
    '@koa/router',
    'hono',
    '@hono/node-server',
    'zod',
    '@nestjs/core',
    '@nestjs/common',
    'class-validator',
  ].flatMap((name) => [
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
  expect(service.routes.find(({ path }) => path === '/api/orders')?.body).toEqual({ item: 'item', quantity: 1 });
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
  expect([hono.told, hono.port, hono.routes[0]?.body]).toEqual([['POST /h/y'], 3002, { name: 'name' }]);
});

test('prefixes add up: of the router that mounts, of the mount, and of what a chain of routes began with', async () => {
  const koa = await read({
    'server.mjs':
      "import Koa from 'koa';\nimport Router from '@koa/router';\nimport { accounts } from './accounts.mjs';\nconst router = new Router({ prefix: '/api' });\nrouter.use('/accounts', accounts.routes(), accounts.allowedMethods());\nnew Koa().use(router.routes()).listen(3001);",
    'accounts.mjs': "import Router from '@koa/router';\nexport const accounts = new Router();\naccounts.get('/:id', (ctx) => {});",
  });
  expect(koa.told).toEqual(['GET /api/accounts/:id']);
  const hono = await read({
    'server.mjs':
      "import { Hono } from 'hono';\nimport { serve } from '@hono/node-server';\nconst app = new Hono().basePath('/v1');\napp.get('/a', (c) => c.text('a')).get('/b', (c) => c.text('b'));\nserve({ fetch: app.fetch, port: 3002 });",
  });
  expect(hono.told).toEqual(['GET /v1/a', 'GET /v1/b']);
  const classes = await read({
    'server.mjs':
      "import express from 'express';\nimport { Users } from './users.mjs';\nconst app = express();\napp.use('/users', new Users().router);\napp.listen(1);",
    'users.mjs':
      "import { Router } from 'express';\nexport class Users { constructor() { this.router = Router(); this.router.get('/all', (req, res) => res.end()); } }",
  });
  expect(classes.told).toEqual(['GET /users/all']);
});

test('a body has what its handler reads, also in another file, and what its schema asks for', async () => {
  const { routes } = await read({
    'server.mjs': `import express from 'express';
import { z } from 'zod';
import * as users from './users.mjs';
import { order } from './schemas.mjs';
const app = express();
app.post('/users', users.create);
app.post('/orders', check({ body: order, query: z.object({ page: z.number() }) }), (req, res) => res.end());
app.post('/carts', (req, res) => { const cart = z.object({ lines: z.array(order), note: z.string().optional() }).parse(req.body); res.json(cart); });
app.post('/things', { schema: { body: { type: 'object', properties: { kind: { enum: ['a', 'b'] }, size: { type: 'integer', minimum: 3 } } }, response: { 200: { type: 'object', properties: { ok: { type: 'boolean' } } } } } }, async () => 1);
app.post('/letters', body('email').isEmail(), (req, res) => res.end());
app.listen(1);`,
    'users.mjs': 'export const create = wrap(async (req, res) => { const { name, age } = req.body; res.json({ name, age }); });',
    'schemas.mjs':
      "import { z } from 'zod';\nexport const order = z.object({ id: z.string().uuid(), quantity: z.number().int().min(2), rush: z.boolean() }).strict();",
  });
  const order = { id: '00000000-0000-4000-8000-000000000001', quantity: 2, rush: true };
  expect(Object.fromEntries(routes.map(({ path, body }) => [path, body]))).toEqual({
    '/users': { name: 'name', age: 1 },
    '/orders': order,
    '/carts': { lines: [order], note: 'text' },
    '/things': { kind: 'a', size: 3 },
    '/letters': { email: 'someone@example.org' },
  });
});

test('controllers are read from their decorators, and their bodies from the types of parameters', async () => {
  const { told, routes } = await read(
    {
      'main.ts':
        "import { NestFactory } from '@nestjs/core';\nimport { Cats } from './cats';\nconst app = await NestFactory.create(Cats);\napp.setGlobalPrefix('api');\nawait app.listen(process.env.PORT ?? 3000);",
      'cats.ts': `import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CreateCat, type Toy } from './create-cat';
@Controller('cats')
export class Cats {
  constructor(private readonly all: CreateCat[]) {}
  @Get() list() { return this.all; }
  @Get(':id') one(@Param('id') id: string) { return id; }
  @Post() add(@Body() cat: CreateCat) { return cat; }
  @Post('toys') toys(@Body('toy') toy: Toy, @Body('count') count: number) { return toy; }
  @Delete([':id', 'all']) remove() {}
}`,
      'create-cat.ts': `import { IsEmail, IsIn, Length } from 'class-validator';
class Named { @Length(6) name: string; }
export interface Toy { colour: 'red' | 'blue'; parts: number[] }
export class CreateCat extends Named { @IsEmail() contact: string; @IsIn(['tabby', 'calico']) kind: string; wild?: boolean; age: number; }`,
      'tsconfig.json': '{"compilerOptions":{"experimentalDecorators":true,"emitDecoratorMetadata":true}}',
    },
    'main.ts',
  );
  expect(told).toEqual([
    'DELETE /api/cats/:id',
    'DELETE /api/cats/all',
    'GET /api/cats',
    'GET /api/cats/:id',
    'POST /api/cats',
    'POST /api/cats/toys',
  ]);
  expect(routes.find(({ method, path }) => method === 'POST' && path === '/api/cats')?.body).toEqual({
    name: 'textxx',
    contact: 'someone@example.org',
    kind: 'tabby',
    wild: true,
    age: 1,
  });
  expect(routes.find(({ path }) => path === '/api/cats/toys')?.body).toEqual({ toy: { colour: 'red', parts: [1] }, count: 1 });
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
