/**
 * HTTP between simulated machines: requests per second against real loopback with the same client code, over parsed bytes and on the fast
 * path; and runs per second of small applications. CPU time, in turns, because the machine may be busy with other things too.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { SimulationFile } from '../src/commands/simulation/open-file.ts';
import { builtinModule } from '../src/sim/builtin/table.ts';
import type { HttpPath } from '../src/sim/net/network.ts';
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
for (const app of ['express', 'fastify', 'koa', 'hono']) rows.push(...(await appRows(app)));
report(rows);
