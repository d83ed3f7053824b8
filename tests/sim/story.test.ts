/** What the story of a run says about HTTP and files: the same whichever way a message travels, and nothing at all when nobody reads it. */
import type fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Decider } from '../../src/decide/decider.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import { fsModule } from '../../src/sim/builtin/fs/fs-module.ts';
import { simHttp } from '../../src/sim/builtin/http.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import type { TraceEvent } from '../../src/trace/event.ts';
import { programOf, simulate } from '../support/simulate.ts';

function shop(sim: Sim): void {
  sim.node('shop', () => {
    simHttp
      .createServer((request: { url: string; resume(): void }, response: { statusCode: number; end(text: string): void }) => {
        request.resume();
        response.statusCode = request.url === '/sold-out' ? 409 : 200;
        response.end('done');
      })
      .listen(80);
  });
}

function byFetch(sim: Sim): void {
  shop(sim);
  sim.client('alice', async () => {
    await (await fetch('http://shop/buy?n=2', { method: 'POST', body: '{"item":7}' })).text();
    await (await fetch('http://shop/sold-out')).text();
  });
}

function byRequest(sim: Sim): void {
  shop(sim);
  sim.client('alice', () => {
    const sent = new Promise<void>((resolve) => {
      const request = simHttp.request({ host: 'shop', method: 'PUT', path: '/cart' });
      request.on('response', (response) => response.on('end', resolve).resume());
      request.end('{}');
    });
    return sent;
  });
}

function told(events: readonly TraceEvent[]): readonly object[] {
  return events.filter(({ name }) => name === 'connect' || name.startsWith('http.')).map(({ name, fields }) => ({ name, ...fields }));
}

const fetched = [
  { name: 'http.request', node: 'alice', method: 'POST', path: '/buy?n=2', to: 'shop', body: '{"item":7}' },
  { name: 'connect', node: 'alice', to: 'shop:80' },
  { name: 'http.receive', node: 'shop', method: 'POST', path: '/buy?n=2', from: 'alice' },
  { name: 'http.respond', node: 'shop', status: 200, path: '/buy?n=2' },
  { name: 'http.response', node: 'alice', status: 200, path: '/buy?n=2', from: 'shop' },
  { name: 'http.request', node: 'alice', method: 'GET', path: '/sold-out', to: 'shop' },
  { name: 'http.receive', node: 'shop', method: 'GET', path: '/sold-out', from: 'alice' },
  { name: 'http.respond', node: 'shop', status: 409, path: '/sold-out' },
  { name: 'http.response', node: 'alice', status: 409, path: '/sold-out', from: 'shop' },
];

const requested = [
  { name: 'http.request', node: 'alice', method: 'PUT', path: '/cart', to: 'shop' },
  { name: 'connect', node: 'alice', to: 'shop:80' },
  { name: 'http.receive', node: 'shop', method: 'PUT', path: '/cart', from: 'alice' },
  { name: 'http.respond', node: 'shop', status: 200, path: '/cart' },
  { name: 'http.response', node: 'alice', status: 200, path: '/cart', from: 'shop' },
];

describe.each(['fast', 'wire'] as const)('on the %s path', (httpPath) => {
  test('a fetch is told as request, arrival, answer and its arrival', async () => {
    const { events, status } = await simulate(byFetch, new ScriptedSource({}), { httpPath });
    expect(status).toBe('pass');
    expect(told(events)).toEqual(fetched);
  });

  test('so is a request of node:http', async () => {
    const { events, status } = await simulate(byRequest, new ScriptedSource({}), { httpPath });
    expect(status).toBe('pass');
    expect(told(events)).toEqual(requested);
  });
});

test.each([byFetch, byRequest])('a run that nobody reads decides the same and ends in the same state', async (define) => {
  const observed = await simulate(define);
  const unread = await insideSimulation((session) =>
    session.execute(programOf(define), { decider: new Decider(new ScriptedSource({}), new DecisionLog()), sink: undefined }),
  );
  expect(unread.events).toEqual([]);
  expect(unread.log.hash.hex()).toBe(observed.log.hash.hex());
});

test('a rename is told with both names', async () => {
  // Reason for the cast: the functions of the module are made from a table, and have the types of Node's.
  const rename = Reflect.get(fsModule, 'rename') as typeof fs.rename;
  const { events } = await simulate((sim) => {
    sim.node('n', () => rename('/data/a', '/data/b', () => undefined), { files: { '/data/a': '' } });
  });
  const { fields } = events.find(({ name }) => name === 'fs') ?? {};
  expect(fields).toMatchObject({ op: 'rename', path: '/data/a', dest: '/data/b' });
});
