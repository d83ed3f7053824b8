/** What a program puts on its global object is seen by its own free names, and by nobody else's. */
import { expect, test } from 'vitest';
import { exploreFiles } from '../support/explore-files.ts';

const patching = `
globalThis.fetch = async (url) => new Response('mine ' + url);
globalThis.setTimeout = (callback) => callback();
globalThis.console = { log: () => process.stdout.write('quiet') };
Date = class extends Date { static now() { return 7; } };
`;

const asking = `
exports.ask = async () => {
  let order = '';
  setTimeout(() => (order += 'timer '), 1);
  order += 'after';
  console.log('loud');
  const text = await fetch('http://peer/').then((response) => response.text(), (error) => 'failed');
  return [text, order, Date.now() === 7].join('|');
};
setInterval(() => {}, 1000);
`;

test.each(['fresh', 'context'] as const)('with isolation %s', async (isolation) => {
  const { findings, status } = await exploreFiles(
    {
      'main.fozzy.ts': `
        import { simulation } from 'fozzy';
        export default simulation('globals', (sim) => {
          const patched = sim.node('patched', './patched.cjs');
          const plain = sim.node('plain', './plain.cjs');
          const seen: string[] = [];
          sim.client('c', async () => {
            seen.push(String(await patched.call('ask')), String(await plain.call('ask')));
          });
          sim.finally('each has its own', () => {
            const wanted = 'mine http://peer/|timer after|true failed|after|false quiet loud';
            const got = [...seen, patched.stdout.trim(), plain.stdout.trim()].join(' ');
            if (got !== wanted) throw new Error(got);
          });
        });`,
      'patched.cjs': `${patching} module.exports = require('./ask.cjs');`,
      'plain.cjs': `module.exports = require('./ask.cjs');`,
      'ask.cjs': asking,
    },
    { isolation },
    3,
  );
  expect(findings.map(({ message }) => message)).toEqual([]);
  expect(status).toBe('pass');
});
