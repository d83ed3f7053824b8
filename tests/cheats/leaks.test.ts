/** Programs that keep something from one run to the next: runs are kept apart until they cannot, and the file that did it is named. */
import { expect, test } from 'vitest';
import { exploreFiles, sayingNode } from '../support/explore-files.ts';

const own = (program: string) => exploreFiles(sayingNode(program));

test('a counter on Array.prototype is seen, its line is named, and a realm of its own contains it', async () => {
  const { status, simulation, escalations } = await own(
    'const proto = Array.prototype;\nproto.counter = (proto.counter ?? 0) + 1;\nsetTimeout(() => {}, proto.counter);',
  );
  expect(status).toBe('pass');
  expect(simulation.isolation.tier).toBe('context');
  expect(escalations).toEqual([expect.stringContaining('left behind: Array.prototype.counter, changed by program.cjs:2')]);
  expect(simulation.describe().isolation).toBe('context');
  expect(Reflect.has(Array.prototype, 'counter')).toBe(false);
});

test('what is only said is seen as well', async () => {
  const { escalations } = await own('Math.calls = (Math.calls ?? 0) + 1; console.log(`call ${Math.calls}`);');
  expect(escalations).toEqual([expect.stringMatching(/call 2.*call 3.*left behind: Math\.calls, changed by program\.cjs:1/u)]);
});

test('what is defined rather than assigned is laid to the module that ran', async () => {
  const { escalations, simulation } = await own(`
    const n = (Object.prototype.runs ?? 0) + 1;
    Object.defineProperty(Object.prototype, 'runs', { value: n, configurable: true, enumerable: false });
    setTimeout(() => {}, n);`);
  expect(escalations).toEqual([expect.stringContaining('Object.prototype.runs, changed by program.cjs')]);
  expect(simulation.isolation.tier).toBe('context');
  expect(Reflect.has({}, 'runs')).toBe(false);
});

test('a package is named with its version', async () => {
  const { escalations } = await exploreFiles(
    sayingNode("require('leaky');", {
      'node_modules/leaky/package.json': '{"name":"leaky","version":"1.2.3"}',
      'node_modules/leaky/index.js': 'String.prototype.n = (String.prototype.n ?? 0) + 1;\nconsole.log(String.prototype.n);',
    }),
  );
  expect(escalations).toEqual([expect.stringContaining('changed by node_modules/leaky/index.js:1 of leaky@1.2.3')]);
});

test('a leak in a request is found, though no module is running', async () => {
  const { escalations } = await own(
    'setTimeout(() => {\n  const p = Promise.prototype;\n  p.late = (p.late ?? 0) + 1;\n  console.log(p.late);\n}, 5);',
  );
  expect(escalations).toEqual([expect.stringContaining('Promise.prototype.late, changed by program.cjs:3')]);
});

test.each([
  ['a property of globalThis', 'globalThis.n = (globalThis.n ?? 0) + 1; console.log(globalThis.n);'],
  ['a sloppy this', 'const me = (function () { return this; })(); me.n = (me.n ?? 0) + 1; console.log(me.n);'],
  ['an undeclared variable', "n = typeof n === 'undefined' ? 1 : n + 1; console.log(n);"],
  ['a property of a builtin module', "const fs = require('fs'); fs.n = (fs.n ?? 0) + 1; console.log(fs.n);"],
  [
    'an object under a registered symbol',
    "const k = Symbol.for('n'); globalThis[k] = (globalThis[k] ?? 0) + 1; console.log(globalThis[k]);",
  ],
  ['the settings of errors', 'Error.stackTraceLimit += 1; console.log(Error.stackTraceLimit);'],
  ['how stacks are written', 'console.log(typeof Error.prepareStackTrace); Error.prepareStackTrace = () => "mine";'],
  ['its environment', 'process.env.N = String(Number(process.env.N ?? 0) + 1); console.log(process.env.N);'],
  ['listeners of its process', "process.on('exit', () => {}); console.log(process.listenerCount('exit'));"],
])('%s ends with the run', async (_what, program) => {
  const { status, simulation, escalations } = await own(program);
  expect(escalations).toEqual([]);
  expect(status).toBe('pass');
  expect(simulation.isolation).toEqual({ tier: 'fresh', reason: undefined });
});

test('classes of Node that a program changes are put back after every run, and no run has to be kept further apart for it', async () => {
  const wrap = (target: string, name: string) =>
    `{ const real = ${target}.${name}; ${target}.${name} = function (...args) { console.log('${name}'); return real.apply(this, args); }; }`;
  const { status, simulation, escalations } = await own(`
    const { EventEmitter } = require('events');
    const http = require('http');
    const net = require('net');
    ${wrap('EventEmitter.prototype', 'setMaxListeners')}
    ${wrap('http.Server.prototype', 'emit')}
    ${wrap('http.Agent.prototype', 'addRequest')}
    ${wrap('net.Socket.prototype', 'connect')}
    http.Server.instrumented = (http.Server.instrumented ?? 0) + 1;
    console.log(http.Server.instrumented);
    new EventEmitter().setMaxListeners(5);
    const server = http.createServer((request, response) => response.end('x')).listen(80, () => {
      http.get('http://127.0.0.1/', { agent: new http.Agent() }, (response) => response.resume().on('end', () => server.close()));
    });`);
  expect(status).toBe('pass');
  expect(escalations).toEqual([]);
  expect(simulation.isolation.tier).toBe('fresh');
});
