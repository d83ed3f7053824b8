/** How long fetch keeps a connection nobody uses: a second less than the server says it will, on both paths. */
import { expect, test } from 'vitest';
import { ScriptedSource } from '../../../src/decide/scripted.ts';
import { simHttp } from '../../../src/sim/builtin/http.ts';
import { simulate } from '../../support/simulate.ts';

interface Case {
  readonly keepAliveMs: number;
  readonly pauseMs: number;
  readonly connections: number;
}

const cases: readonly Case[] = [
  { keepAliveMs: 3000, pauseMs: 1900, connections: 1 },
  { keepAliveMs: 3000, pauseMs: 2100, connections: 2 },
  { keepAliveMs: 1000, pauseMs: 10, connections: 2 },
  { keepAliveMs: 60_000, pauseMs: 3900, connections: 1 },
  { keepAliveMs: 60_000, pauseMs: 4100, connections: 2 },
];

for (const httpPath of ['fast', 'wire'] as const)
  test.each(cases)(
    `a server with $keepAliveMs ms and a pause of $pauseMs ms, on the ${httpPath} path`,
    async ({ keepAliveMs, pauseMs, connections }) => {
      let seen = 0;
      const { findings } = await simulate(
        (sim) => {
          sim.node('shop', () => {
            const server = simHttp.createServer((_request: unknown, response: { end(text: string): void }) => response.end('done'));
            server.keepAliveTimeout = keepAliveMs;
            server.on('connection', () => {
              seen += 1;
            });
            server.listen(80);
          });
          sim.client('alice', async () => {
            await (await fetch('http://shop/')).text();
            await sim.sleep(pauseMs);
            await (await fetch('http://shop/')).text();
          });
        },
        new ScriptedSource({}),
        { httpPath },
      );
      expect(findings).toEqual([]);
      expect(seen).toBe(connections);
    },
  );
