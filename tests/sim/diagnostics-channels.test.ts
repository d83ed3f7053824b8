/** Channels of `node:diagnostics_channel` belong to a machine, and end with the run. */
import { expect, test } from 'vitest';
import { exploreFiles } from '../support/explore-files.ts';

const listener = `
  import channels from 'node:diagnostics_channel';
  import { createServer } from 'node:http';
  const heard = [];
  channels.subscribe('mine', (message, name) => heard.push([name, message]));
  channels.channel('asked').subscribe((message) => heard.push(['asked', message]));
  channels.subscribe('http.server.request.start', ({ request }) => heard.push(['http', request.url]));
  const traced = channels.tracingChannel('work');
  traced.subscribe({ start: () => heard.push('start'), end: () => heard.push('end') });
  createServer((request, response) => response.end()).listen(80);
  export const work = () => {
    traced.traceSync(() => 1);
    channels.channel('mine').publish('own');
    channels.channel('asked').publish('own');
    return [channels.hasSubscribers('mine'), channels.hasSubscribers('nobody')];
  };
  export const told = () => heard;`;
const speaker = `
  import channels from 'node:diagnostics_channel';
  export const speak = () => {
    channels.channel('mine').publish('from another machine');
    channels.tracingChannel('work').traceSync(() => 1);
    return channels.hasSubscribers('mine');
  };
  setInterval(() => undefined, 1000);`;
const scenario = `
  import { simulation } from 'fozzy';
  export default simulation('channels', (sim) => {
    const a = sim.node('a', './listener.mjs');
    const b = sim.node('b', './speaker.mjs');
    sim.client('c', async () => {
      const heardOfB = await b.call('speak');
      const works = await a.call('work');
      await fetch('http://a/page');
      const told = JSON.stringify([heardOfB, works, await a.call('told')]);
      const wanted = JSON.stringify([false, [true, false], ['start', 'end', ['mine', 'own'], ['asked', 'own'], ['http', '/page']]]);
      if (told !== wanted) throw new Error(told);
    });
  });`;

test('a machine hears its own channels and those of Node, and of no other machine or run', async () => {
  const { status, findings, escalations } = await exploreFiles({
    'listener.mjs': listener,
    'speaker.mjs': speaker,
    'main.fozzy.ts': scenario,
  });
  expect(findings).toEqual([]);
  expect([status, escalations]).toEqual(['pass', []]);
});
