/** The same decisions give the same run, however far runs are kept apart. Processes need a build. */
import { expect, test } from 'vitest';
import { executeGuarded } from '../../src/campaign/guard.ts';
import { executeOnce, replayAttempt } from '../../src/campaign/execute-many.ts';
import { WalkSource } from '../../src/decide/walk.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { exploreFiles, openFiles, sayingNode, type Files } from '../support/explore-files.ts';

const server: Files = {
  'main.fozzy.ts': `
    import { simulation, faults } from 'fozzy';
    export default simulation('files over http', (sim) => {
      const web = sim.node('web', './web.mjs', { files: { '/n': '0' } });
      for (const name of ['ann', 'bob']) sim.client(name, async () => {
        const response = await fetch('http://web:80/');
        console.log(await response.text(), response instanceof Object, [] instanceof Array);
      }, { mayFail: true });
      sim.faults(faults.latency());
    });`,
  'web.mjs': `
    import { createServer } from 'node:http';
    import { readFile, writeFile } from 'node:fs/promises';
    createServer(async (request, response) => {
      const n = Number(await readFile('/n', 'utf8'));
      await writeFile('/n', String(n + 1));
      setTimeout(() => response.end(JSON.stringify({ n, at: new Date(), random: Math.random(), id: crypto.randomUUID() })), Math.random() * 20);
    }).listen(80);`,
};

const programs: Readonly<Record<string, Files>> = {
  'a server on a disk': server,
  'errors, promises and classes': sayingNode(`
    const fs = require('fs');
    class Own extends Error {}
    class List extends Array {}
    try { fs.readFileSync('/none'); } catch (error) { console.log(error instanceof Error, error instanceof Own, error.code); }
    fs.promises.readFile('/none').catch((error) => console.log(error instanceof Error, Object.prototype.toString.call(error)));
    console.log(new List(1, 2, 3).map((n) => n * 2) instanceof List, new Own('x') instanceof Error, Buffer.from('ü') instanceof Uint8Array);
    console.log(structuredClone(new Map([[1, new Date(0)]])) instanceof Map, new Date(5).toISOString(), Date.now(), typeof globalThis.setTimeout);
    console.log(Object.prototype.toString.call(globalThis), globalThis === global, new Function('return typeof process')());
    setImmediate(() => console.log('immediate')); process.nextTick(() => console.log('tick')); queueMicrotask(() => console.log('micro'));`),
  'a program that fails': sayingNode("setTimeout(() => { throw new TypeError('late'); }, 5);"),
};

/** What happened and what was said; stacks name folders, which differ. */
function storyOf({ events }: Outcome): readonly string[] {
  return events.map(({ name, fields }) => `${name} ${JSON.stringify(fields['text'] ?? fields['label'] ?? '').split('\\n')[0]}`);
}

test.each(Object.entries(programs))('%s', async (_name, files) => {
  const source = () => new WalkSource({ hi: 0, lo: 11 });
  const reference = await executeOnce((await openFiles(files, { isolation: 'fresh' })).subject, () => ({
    source: source(),
    sink: new EventSink(),
  }));
  for (const isolation of ['context', 'process'] as const) {
    const { subject } = await openFiles(files, { isolation });
    const outcome = await executeOnce(subject, () => ({ source: source(), sink: new EventSink() }));
    expect(outcome.log.hash.hex(), isolation).toBe(reference.log.hash.hex());
    expect(storyOf(outcome)).toEqual(storyOf(reference));
    expect(outcome.findings.map(({ fingerprint }) => fingerprint)).toEqual(reference.findings.map(({ fingerprint }) => fingerprint));
    const replayed = await executeOnce(subject, replayAttempt(reference.log));
    expect([replayed.mismatch, replayed.unusedDecisions]).toEqual([undefined, 0]);
  }
});

const counting = {
  'node_modules/counting/package.json': '{"name":"counting","version":"2.0.0","main":"index.js"}',
  'node_modules/counting/index.js': 'let n = 0; module.exports = () => (n += 1);',
};

test('a shared package that counts is seen, named, and not shared any more', async () => {
  const files = sayingNode("setTimeout(() => {}, require('counting')());", counting);
  const main = (files['main.fozzy.ts'] ?? '').replace("'cheat', (sim)", "'cheat', { shared: ['counting'] }, (sim)");
  const { status, simulation, escalations } = await exploreFiles({ ...files, 'main.fozzy.ts': main });
  expect(status).toBe('pass');
  expect(simulation.isolation.tier).toBe('fresh');
  expect(escalations).toEqual([expect.stringContaining('what counting keeps')]);
});

test('of several shared packages the one that keeps something is named, and not what it needs', async () => {
  const files = sayingNode("require('quiet'); setTimeout(() => {}, require('counting')());", {
    ...counting,
    'node_modules/counting/index.js': "require('numbers'); let n = 0; module.exports = () => (n += 1);",
    'node_modules/numbers/package.json': '{"name":"numbers","version":"1.0.0"}',
    'node_modules/numbers/index.js': 'exports.one = 1;',
    'node_modules/quiet/package.json': '{"name":"quiet","version":"1.0.0"}',
    'node_modules/quiet/index.js': 'exports.word = 1;',
  });
  const main = (files['main.fozzy.ts'] ?? '').replace("'cheat', (sim)", "'cheat', { shared: ['quiet', 'counting'] }, (sim)");
  const { escalations } = await exploreFiles({ ...files, 'main.fozzy.ts': main });
  expect(escalations).toEqual([expect.stringMatching(/left behind: what counting keeps between runs$/u)]);
});

const koa = {
  'node_modules/koa/package.json': '{"name":"koa","version":"9.0.0","main":"index.js"}',
  'node_modules/koa/index.js': 'module.exports = () => 7;',
};

test('a vetted package is shared without being asked for, and a simulation that names none shares none', async () => {
  const files = sayingNode("setTimeout(() => {}, require('koa')());", koa);
  const main = files['main.fozzy.ts'] ?? '';
  const tierOf = async (options: string) => {
    const changed = main.replace("'cheat', (sim)", `'cheat', ${options} (sim)`);
    return (await exploreFiles({ ...files, 'main.fozzy.ts': changed })).simulation.isolation.tier;
  };
  expect(await tierOf('')).toBe('shared');
  expect(await tierOf('{ shared: [] },')).toBe('fresh');
  expect(await tierOf("{ isolation: 'fresh' },")).toBe('fresh');
});

test('what two machines could tell each other through a shared package is seen, though every run of them is the same', async () => {
  const files: Files = {
    'main.fozzy.ts': `
      import { simulation } from 'fozzy';
      export default simulation('mailbox', { shared: ['mailbox'] }, (sim) => {
        sim.node('writer', './writer.cjs');
        sim.node('reader', './reader.cjs');
      });`,
    'writer.cjs': "require('mailbox').letter = 'hello'; setTimeout(() => { delete require('mailbox').letter; }, 100);",
    'reader.cjs': "setTimeout(() => console.log(require('mailbox').letter), 50);",
    'node_modules/mailbox/package.json': '{"name":"mailbox","version":"1.0.0","main":"index.js"}',
    'node_modules/mailbox/index.js': 'module.exports = {};',
  };
  const { status, simulation, escalations } = await exploreFiles(files);
  expect([status, simulation.isolation.tier]).toEqual(['pass', 'fresh']);
  expect(escalations).toEqual([expect.stringContaining('what mailbox keeps')]);
});

test('a tier that was asked for stays, and the disagreement is the finding', async () => {
  const { status, findings, simulation } = await exploreFiles(
    sayingNode('Array.prototype.n = (Array.prototype.n ?? 0) + 1;\nsetTimeout(() => {}, Array.prototype.n);'),
    { isolation: 'fresh' },
  );
  expect([status, simulation.isolation.tier]).toEqual(['fail', 'fresh']);
  expect(findings).toMatchObject([{ title: 'nondeterministic_subject' }]);
  expect(findings[0]?.message).toContain('left behind: Array.prototype.n, changed by program.cjs:1');
});

test('one run on its own is guarded as well', async () => {
  const { subject } = await openFiles(sayingNode('Array.prototype.n = (Array.prototype.n ?? 0) + 1; console.log(Array.prototype.n);'));
  const raised: string[] = [];
  const attempt = () => ({ source: new WalkSource({ hi: 0, lo: 1 }), sink: new EventSink() });
  const { outcome, nondeterminism } = await executeGuarded(subject, attempt, (tier) => raised.push(tier));
  expect([outcome.status, nondeterminism, raised]).toEqual(['pass', undefined, ['context']]);
});
