/**
 * HTTP between simulated machines: requests per second against real loopback with the same client code, over parsed bytes and on the fast
 * path; and runs per second of small applications. CPU time, in turns, because the machine may be busy with other things too.
 */
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SimulationFile } from '../src/commands/simulation/open-file.ts';
import { builtinModule } from '../src/sim/builtin/table.ts';
import type { HttpPath } from '../src/sim/net/network.ts';
import { expressApp } from './apps/express-app.ts';
import { fastifyApp } from './apps/fastify-app.ts';
import { honoApp } from './apps/hono-app.ts';
import { koaApp } from './apps/koa-app.ts';
import { runBare } from './bare-applications.ts';
import { median, report, type Row } from './row.ts';
import { cpuSeconds, functionProgram, runSeeds } from './simulated.ts';
import { runSubject } from './subject-runs.ts';

const REQUESTS = 4000;
const ROUNDS = 4;
/** Until the machine code is there: much of Node takes part in a request. */
const WARM_ROUNDS = 4;
const RUNS = 1000;
const WARM_RUNS = 3000;

type Http = typeof http;
type Client = (module: Http, url: string) => Promise<void>;

const clients: Readonly<Record<string, Client>> = {
  fetch: async (_module, url) => {
    for (let left = REQUESTS; left > 0; left -= 1) await (await fetch(url)).text();
  },
  'http.get': async (module, url) => {
    const agent = new module.Agent({ keepAlive: true });
    for (let left = REQUESTS; left > 0; left -= 1) await get(module, url, agent);
    agent.destroy();
  },
};

function get(module: Http, url: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    module
      .get(url, { agent }, (response) => {
        response.resume();
        response.on('end', () => resolve());
      })
      .on('error', reject);
  });
}

const answer: http.RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end('hello');
};

async function real(client: Client): Promise<number> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const seconds = await cpuSeconds(() => client(http, `http://127.0.0.1:${port}/`));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return REQUESTS / seconds;
}

async function simulated(client: Client, httpPath: HttpPath): Promise<number> {
  const module = builtinModule('http') as Http;
  const program = functionProgram(
    (sim) => {
      sim.node('bank', () => void module.createServer(answer).listen(80));
      sim.client('ann', () => client(module, 'http://bank/'));
    },
    { httpPath, transitionsMax: 100 * REQUESTS },
  );
  return REQUESTS / (await cpuSeconds(() => runSeeds(program, 1)));
}

async function requestRows(name: string, client: Client): Promise<Row[]> {
  const samples = { real: [] as number[], wire: [] as number[], fast: [] as number[] };
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const measured = { real: await real(client), wire: await simulated(client, 'wire'), fast: await simulated(client, 'fast') };
    if (round >= 0) for (const key of ['real', 'wire', 'fast'] as const) samples[key].push(measured[key]);
  }
  const loopback = median(samples.real);
  const note = `${Math.round(loopback)} real requests/s of CPU time`;
  // The bar of the fast path is for fetch, which goes straight to the other machine; http.request keeps Node's own client.
  const fastBar = name === 'fetch' ? { atLeast: 8 } : {};
  return [
    { name: `${name}: bytes against real loopback`, measured: median(samples.wire) / loopback, unit: '×', atLeast: 1.5, note },
    { name: `${name}: fast path against real loopback`, measured: median(samples.fast) / loopback, unit: '×', note, ...fastBar },
  ];
}

/** The packages themselves, as any program of the host gets them. */
const requireHost = createRequire(join(process.cwd(), 'bench', 'apps', 'host.cjs'));

/** What a module found at run time exports is known to whoever names it, and to no type. */
async function hostExport<T>(name: string, key: string): Promise<T> {
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(requireHost.resolve(name)).href);
  // Reason for the cast: see above.
  return module[key] as T;
}

/** The same applications without a simulation: what they and Node take by themselves, which nothing around them can take away. */
const bareApps: Readonly<Record<string, () => Promise<() => void>>> = {
  express: async () => expressApp(await hostExport('express', 'default')),
  fastify: async () => fastifyApp(await hostExport('fastify', 'default')),
  koa: async () => koaApp(await hostExport('koa', 'default')),
  hono: async () => honoApp(await hostExport('hono', 'Hono'), await hostExport('@hono/node-server', 'serve')),
};

/** Measured in the same process and in the same way, so that it is a share and no absolute number. */
async function bareRow(app: string, measured: readonly Row[]): Promise<Row> {
  const fast = measured.find(({ name }) => name === `${app}, fast`)?.measured ?? Number.NaN;
  const listen = await bareApps[app]?.();
  if (listen === undefined) throw new Error(`no bare application for ${app}`);
  await runBare(listen, WARM_RUNS);
  const speed = RUNS / (await cpuSeconds(() => runBare(listen, RUNS)));
  return {
    name: `${app}, fast: against the same application without any simulation`,
    measured: fast / speed,
    unit: '×',
    note: `${Math.round(speed)} runs/s by direct calls of its handlers: no client, no connection, no network`,
  };
}

async function appRows(app: string): Promise<Row[]> {
  const file = await SimulationFile.open(`bench/apps/${app}.fozzy.ts`, process.cwd());
  const rows: Row[] = [];
  for (const simulation of file.simulations) {
    const { subject } = await file.openSimulation(simulation);
    await runSubject(subject, WARM_RUNS);
    const seconds = await cpuSeconds(() => runSubject(subject, RUNS));
    rows.push({
      name: `${app}, ${simulation.name}`,
      measured: RUNS / seconds,
      unit: 'runs/s',
      atLeast: simulation.name === 'fast' ? 1000 : 400,
    });
  }
  return rows;
}

const rows: Row[] = [];
for (const [name, client] of Object.entries(clients)) rows.push(...(await requestRows(name, client)));
for (const app of Object.keys(bareApps)) rows.push(...(await appRows(app)));
// Afterwards: what runs before may shape the machine code of what runs later.
for (const app of Object.keys(bareApps)) rows.push(await bareRow(app, rows));
report(rows);
