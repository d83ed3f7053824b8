/** A server with three routes and a client that asks all three; once on each path of HTTP. */
import { type Simulation, simulation } from 'fozzy';

export function threeRequests(shared: readonly string[], listen: () => void): { readonly fast: Simulation; readonly wire: Simulation } {
  const declare = (httpPath: 'fast' | 'wire') =>
    simulation(httpPath, { httpPath, shared }, (sim) => {
      sim.node('web', listen);
      sim.client('ann', async () => {
        await ask('http://web:3000/hello?name=ann', 'hello ann');
        const headers = { 'content-type': 'application/json' };
        await ask('http://web:3000/echo', '{"from":"ann"}', { method: 'POST', headers, body: '{"from":"ann"}' });
        await ask('http://web:3000/nowhere', 'not found');
      });
    });
  return { fast: declare('fast'), wire: declare('wire') };
}

async function ask(url: string, expected: string, init?: RequestInit): Promise<void> {
  const text = await (await fetch(url, init)).text();
  if (text !== expected) throw new Error(`${url} answered ${text}, expected ${expected}`);
}
