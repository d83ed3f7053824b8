/** Programs that try to leave the simulation: what they reach is simulated too, or they are refused by name. */
import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ModuleProject } from '../support/module-project.ts';
import { type Body, simulate } from '../support/both-worlds.ts';

/** The simulated world begins here; no host is there yet. */
const YEAR = 2030;

/** Runs the text as an ES module of a node, and gives what it printed. */
async function runSubject(code: string): Promise<{ readonly printed: unknown; readonly findings: readonly string[] }> {
  const project = await ModuleProject.create({ 'subject.mjs': code });
  const path = project.path('subject.mjs');
  const seen: { text?: () => string } = {};
  const wait: Body = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 60_000);
    });
  const { outcome } = await simulate(wait, {
    modules: [path],
    declare: (sim) => {
      const node = sim.node('subject', path);
      seen.text = () => node.stdout;
    },
  });
  const text = seen.text?.() ?? '';
  return { printed: text === '' ? undefined : (JSON.parse(text) as unknown), findings: outcome.findings.map(({ message }) => message) };
}

/** The value of an expression in a subject; `later` is a function to call with it when it comes later. */
async function valueOf(expression: string, imports = ''): Promise<unknown> {
  const code = `${imports}
    const tell = (value) => process.stdout.write(JSON.stringify(value ?? null));
    const attempt = async (act) => { try { return await act(); } catch (error) { return { refused: String(error.code ?? error.name), says: error.message }; } };
    attempt(async () => (${expression})).then(tell);`;
  const { printed, findings } = await runSubject(code);
  expect(findings).toEqual([]);
  return printed;
}

const clocks: Readonly<Record<string, string>> = {
  'new Function': "new Function('return new Date().getFullYear()')()",
  'Function without new': "Function('return new Date().getFullYear()')()",
  'direct eval': "eval('new Date().getFullYear()')",
  'indirect eval': "(0, eval)('new Date().getFullYear()')",
  'the constructor of a function': "(() => 1).constructor('return new Date().getFullYear()')()",
  'the constructor of an async function': "await (async () => 1).constructor('return new Date().getFullYear()')()",
  'the constructor of a generator': "(function* () {}).constructor('yield new Date().getFullYear()')().next().value",
  'the constructor of a date': 'new (new Date(0).constructor)().getFullYear()',
  'the constructor of a cloned date': 'new (structuredClone(new Date(0)).constructor)().getFullYear()',
  'a class that extends Date': 'new (class extends Date {})().getFullYear()',
  'Date as a function': 'Number(/ (\\d{4}) /.exec(Date())[1])',
  Reflect: 'Reflect.construct(Date, []).getFullYear()',
  'a formatter': "Number(new Intl.DateTimeFormat('en', { year: 'numeric' }).format())",
  'parts of a formatter': "Number(new Intl.DateTimeFormat('en', { year: 'numeric' }).formatToParts()[0].value)",
  'performance.timeOrigin': 'new Date(performance.timeOrigin).getFullYear()',
  'a vm context': "vm.runInNewContext('new Date().getFullYear()')",
  'a script in this context': "new vm.Script('new Date().getFullYear()').runInThisContext()",
  'a script in a new context': "new vm.Script('Date.now()').runInNewContext() - Date.now() + 2030",
  'a compiled function': "vm.compileFunction('return new Date().getFullYear()')()",
  'a formatter of a vm context': "Number(vm.runInNewContext(\"new Intl.DateTimeFormat('en', { year: 'numeric' }).format()\"))",
  'a file': "new Date(new File(['x'], 'a').lastModified).getFullYear()",
  'a file of node:buffer': "new Date(new buffer.File(['x'], 'a').lastModified).getFullYear()",
  'a blob in a form':
    "(() => { const f = new FormData(); f.append('a', new Blob(['x'])); return new Date(f.get('a').lastModified).getFullYear(); })()",
  'a blob put into a form':
    "(() => { const f = new FormData(); f.set('a', new Blob(['x']), 'b'); return new Date(f.get('a').lastModified).getFullYear(); })()",
  'a form that was read': `(() => { const f = new FormData(); f.append('a', new Blob(['x']));
    return new Response(f).formData().then((form) => new Date(form.get('a').lastModified).getFullYear()); })()`,
  'the global object of a vm context': 'vm.runInNewContext(\'this.constructor.constructor("return new Date().getFullYear()")()\')',
};

describe('every way to the clock leads to the simulated one', () => {
  test.each(Object.entries(clocks))('%s', async (_name, expression) => {
    expect(await valueOf(expression, "import vm from 'node:vm'; import buffer from 'node:buffer';")).toBe(YEAR);
  });

  test.each([
    'Temporal.Now.plainDateISO().year',
    'Temporal.Now.plainDateTimeISO().year',
    'Temporal.Now.zonedDateTimeISO().year',
    'new Date(Temporal.Now.instant().epochMilliseconds).getFullYear()',
    "vm.runInNewContext('Temporal.Now.plainDateISO().year')",
  ])('%s, where there is Temporal', async (expression) => {
    const guarded = `'Temporal' in globalThis ? ${expression} : ${YEAR}`;
    expect(await valueOf(guarded, "import vm from 'node:vm';")).toBe(YEAR);
  });

  test('a timer of the console', async () => {
    const code = `console.time('x'); setTimeout(() => { console.timeLog('x', 'so far'); setTimeout(() => console.timeEnd('x'), 3_723_000); }, 20);`;
    const project = await ModuleProject.create({ 'subject.mjs': code });
    const path = project.path('subject.mjs');
    const seen: { text?: () => string } = {};
    await simulate(() => undefined, {
      modules: [path],
      declare: (sim) => {
        const node = sim.node('subject', path);
        seen.text = () => node.stdout;
        sim.client('patience', () => sim.sleep(4_000_000));
      },
    });
    expect(seen.text?.()).toBe('x: 20ms so far\nx: 1:02:03.020 (h:mm:ss.mmm)\n');
  });
});

const sources: Readonly<Record<string, string>> = {
  'Math.random': 'Math.random()',
  'Math.random of a function made from text': "new Function('return Math.random()')()",
  'Math.random of a vm context': "vm.runInNewContext('Math.random()')",
  'crypto.randomUUID': 'crypto.randomUUID()',
  'random bytes of node:crypto': "nodeCrypto.randomBytes(8).toString('hex')",
  'random values of a function made from text': "new Function('return crypto.getRandomValues(new Uint8Array(4))')()",
  'names of blobs': "URL.createObjectURL(new Blob(['x']))",
  'the monotonic clock': "[performance.now(), process.hrtime(), process.uptime(), new Event('x').timeStamp]",
  'figures of the process': '[process.pid, process.memoryUsage(), process.cpuUsage(), process.resourceUsage().maxRSS]',
  'the directory as paths see it': "path.resolve('x')",
  'a UUID of version 7': "nodeCrypto.randomUUIDv7?.() ?? 'none'",
  'a key that was encapsulated': "refusal(() => nodeCrypto.encapsulate(nodeCrypto.generateKeyPairSync('x25519').publicKey).ciphertext)",
  'keys of an exchange made by its class': "refusal(() => new nodeCrypto.ECDH('secp256k1').generateKeys('hex'))",
  'keys of a group made by its class': "refusal(() => new nodeCrypto.DiffieHellmanGroup('modp5').generateKeys('hex'))",
  'the boundary of a form': "new Response(new FormData()).headers.get('content-type')",
};

describe('what differs from run to run elsewhere is the same in every run', () => {
  test.each(Object.entries(sources))('%s', async (_name, expression) => {
    const imports = `import vm from 'node:vm'; import nodeCrypto from 'node:crypto'; import path from 'node:path';
      const refusal = (act) => { try { return act(); } catch (error) { return error.message; } };`;
    const first = await valueOf(expression, imports);
    expect(first).not.toBeNull();
    expect(await valueOf(expression, imports)).toEqual(first);
  });
});

const refused: Readonly<Record<string, string>> = {
  'process.binding': "process.binding('fs')",
  'a native addon': "process.dlopen({ exports: {} }, '/tmp/x.node')",
  'waiting on shared memory': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)',
  'a worker from text': "new Worker('process.exit()', { eval: true })",
  'a worker from text, through a class of its own': "new (class extends Worker {})('1', { eval: true })",
  'a worker from a data URL': "new Worker(new URL('data:text/javascript,1'))",
  'code in a URL': "import('data:text/javascript,export default Date.now()')",
  'loading hooks': "module.register('./hooks.mjs')",
  'the loader behind require': "module._load('fs')",
  'a debugger': 'new inspector.Session()',
  'a heap snapshot': 'v8.writeHeapSnapshot()',
  'flags of the engine': "v8.setFlagsFromString('--expose-gc')",
  'imports from a vm script': "vm.runInThisContext('1', { importModuleDynamically: () => 1 })",
  'an engine for crypto': "nodeCrypto.setEngine('x')",
  'processes that wait': "child.execSync('node x.js')",
  'workers of a cluster': "(cluster.on('exit', () => 1), cluster.fork())",
};

describe('what would reach the host is refused by name', () => {
  const imports = `import { Worker } from 'node:worker_threads'; import module from 'node:module'; import inspector from 'node:inspector';
    import v8 from 'node:v8'; import vm from 'node:vm'; import nodeCrypto from 'node:crypto'; import child from 'node:child_process'; import cluster from 'node:cluster';`;
  test.each(Object.entries(refused))('%s', async (_name, expression) => {
    const { printed } = { printed: await valueOf(`await ${expression}`, imports) };
    expect(printed).toMatchObject({ refused: expect.stringMatching(/^ERR_(?:FOZZY_NOT_SIMULATED|DLOPEN_DISABLED)$/u) as unknown });
    expect(String(Reflect.get(Object(printed), 'says')).length).toBeGreaterThan(30);
  });

  test.each(['sqlite', 'test', 'wasi', 'trace_events', 'domain'])('the module node:%s', async (name) => {
    const { findings } = await runSubject(`import module from 'node:${name}'; process.stdout.write(typeof module);`);
    expect(findings[0]).toContain(`"${name}" is not simulated`);
  });
});

describe('functions made from text', () => {
  const imports = [
    'new Function(\'return import("node:fs")\')()',
    'eval(\'import("node:fs")\')',
    '(0, eval)(\'import("node:fs")\')',
    '(async () => 1).constructor(\'return import("node:fs")\')()',
    'vm.runInThisContext(\'import("node:fs")\')',
  ];
  test.each(imports)('cannot import: %s', async (expression) => {
    expect(await valueOf(`await ${expression}`, "import vm from 'node:vm';")).toHaveProperty('refused');
  });

  test('see the simulated process', async () => {
    expect(
      await valueOf("[new Function('return process')() === process, process.constructor.constructor('return process')() === process]"),
    ).toEqual([true, true]);
  });
});

describe('the process', () => {
  test('is the same one however it is reached', async () => {
    const ways = await valueOf(
      "[globalThis.process === process, own === process, require('process') === process, (await import('node:process')).default === process, process.getBuiltinModule('process') === process]",
      "import own from 'node:process'; import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    );
    expect(ways).toEqual([true, true, true, true, true]);
  });

  test('gives simulated builtins', async () => {
    const ways = await valueOf(
      "[process.getBuiltinModule('node:os').hostname(), process.getBuiltinModule('os').hostname(), require('os').hostname(), process.getBuiltinModule('no-such') ?? 'nothing']",
      "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    );
    expect(ways).toEqual(['subject', 'subject', 'subject', 'nothing']);
  });

  test('has no way back to the real main module or to internals', async () => {
    expect(
      await valueOf(
        '[typeof process.mainModule, typeof process._linkedBinding, typeof process._getActiveHandles, typeof process._kill, typeof process._debugProcess]',
      ),
    ).toEqual(['undefined', 'undefined', 'undefined', 'undefined', 'undefined']);
  });
});

describe('timers captured at load', () => {
  test('run on virtual time', async () => {
    const value = await valueOf(
      'await new Promise((go) => { const from = Date.now(); later(() => go(Date.now() - from), 30_000); })',
      'const { setTimeout: later } = globalThis;',
    );
    expect(value).toBe(30_000);
  });
});

describe('after a run', () => {
  test('everything a subject changed on shared objects is put back', async () => {
    const before = [
      Error.stackTraceLimit,
      Reflect.get(Error, 'prepareStackTrace'),
      Math.random,
      Date,
      Reflect.get(process, 'cwd'),
      globalThis.setTimeout,
      process.env['TZ'],
    ];
    await runSubject(
      `import events from 'node:events';
       Error.stackTraceLimit = 1; Error.prepareStackTrace = () => 'nothing'; Math.random = () => 4; globalThis.setTimeout = () => 5;
       new Function('leaked = 1; globalThis.counter = (globalThis.counter ?? 0) + 1')(); process.env.TZ = 'Asia/Tokyo';
       events.defaultMaxListeners = 1;`,
    );
    expect(EventEmitter.defaultMaxListeners).toBe(10);
    expect([
      Error.stackTraceLimit,
      Reflect.get(Error, 'prepareStackTrace'),
      Math.random,
      Date,
      Reflect.get(process, 'cwd'),
      globalThis.setTimeout,
      process.env['TZ'],
    ]).toEqual(before);
    expect(['leaked' in globalThis, 'counter' in globalThis]).toEqual([false, false]);
  });

  test('a counter on the global object starts again', async () => {
    const expression = "new Function('return globalThis.counter = (globalThis.counter ?? 0) + 1')()";
    expect([await valueOf(expression), await valueOf(expression)]).toEqual([1, 1]);
  });
});
