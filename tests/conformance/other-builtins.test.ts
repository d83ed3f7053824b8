/** Builtins that are mostly Node's own, at the places where something had to be replaced. */
import { describe, expect, test } from 'vitest';
import { sameInBothWorlds, simulate } from '../support/both-worlds.ts';

/** The smallest module with one exported function: `add(a, b)`. */
const wasm = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0],
  ...[10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11],
]);

interface Assembly {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(
    bytes: unknown,
  ): Promise<{ instance?: { exports: { add(a: number, b: number): number } }; exports?: { add(a: number, b: number): number } }>;
}

const assembly = Reflect.get(globalThis, 'WebAssembly') as Assembly;

describe('readline', () => {
  sameInBothWorlds({
    'lines are told one by one, and then the end': (load) =>
      new Promise((resolve) => {
        const { Readable } = load('stream');
        const lines = load('readline').createInterface({ input: Readable.from(['one\ntw', 'o\r', '\nthree']) });
        const seen: string[] = [];
        lines.on('line', (line) => seen.push(line));
        lines.on('close', () => resolve(seen));
      }),
    'lines are iterated': async (load) => {
      const { Readable } = load('stream');
      const seen: string[] = [];
      for await (const line of load('readline').createInterface({ input: Readable.from(['a\nb\n']) })) seen.push(line);
      return seen;
    },
    'a question is answered': async (load) => {
      const { PassThrough } = load('stream');
      const [input, output] = [new PassThrough(), new PassThrough()];
      const lines = load('readline/promises').createInterface({ input, output });
      const answer = lines.question('name? ');
      input.write('fozzy\n');
      const given = await answer;
      lines.close();
      return [given, String(output.read())];
    },
  });
});

describe('vm, v8 and performance', () => {
  sameInBothWorlds({
    'a context has its own globals and sees its object': (load) => {
      const vm = load('vm');
      const context = vm.createContext({ x: 2 });
      vm.runInContext('var y = x * 2; z = typeof setTimeout', context);
      return [Reflect.get(context, 'y'), Reflect.get(context, 'z'), vm.isContext(context), vm.runInNewContext('x + 1', { x: 5 })];
    },
    'a syntax error is one': (load) => Reflect.construct(load('vm').Script, ['1 +']),
    'dates of a context are dates there': (load) =>
      load('vm').runInNewContext('[new Date(0) instanceof Date, new Date(5).getTime(), Date.UTC(1970, 0, 2), typeof Date()]') as unknown,
    'what is serialised comes back': (load) => {
      const v8 = load('v8');
      return v8.deserialize(v8.serialize({ a: [1n, new Date(0), new Set([1])] })) as unknown;
    },
    'heap figures have the known names': (load) => Object.keys(load('v8').getHeapStatistics()).toSorted(),
    'marks and measures are entries': (load) => {
      const { performance: own, PerformanceEntry: Entry } = load('perf_hooks');
      own.mark('a', { detail: { x: 1 } });
      own.mark('b');
      const measure = own.measure('a to b', 'a', 'b');
      const seen = [
        own.getEntriesByType('mark').length,
        measure.entryType,
        measure.duration >= 0,
        measure instanceof Entry,
        own.getEntriesByName('a')[0]?.name,
      ];
      own.clearMarks();
      own.clearMeasures();
      return [...seen, own.getEntries().filter(({ entryType }) => entryType === 'mark').length];
    },
    'a measure without its mark is refused': (load) => load('perf_hooks').performance.measure('x', 'no such mark'),
    'observers hear of entries later': (load) =>
      new Promise((resolve) => {
        const { performance: own, PerformanceObserver: Observer } = load('perf_hooks');
        let isLater = false;
        const observer = new Observer((list) => {
          observer.disconnect();
          resolve([isLater, list.getEntries().map(({ name, entryType }) => `${entryType} ${name}`)]);
        });
        observer.observe({ entryTypes: ['mark'] });
        own.mark('one');
        own.mark('two');
        isLater = true;
      }),
    'histograms count': (load) => {
      const histogram = load('perf_hooks').createHistogram();
      histogram.record(5);
      histogram.record(7);
      return [histogram.count, histogram.min, histogram.max, histogram.mean];
    },
  });
});

describe('the web platform', () => {
  sameInBothWorlds({
    'WebAssembly is compiled and instantiated': async () => {
      const both = await assembly.instantiate(wasm);
      const alone = await assembly.instantiate(await assembly.compile(wasm));
      return [both.instance?.exports.add(2, 3), alone.exports?.add(4, 5)];
    },
    'WebAssembly refuses rubbish': async () =>
      assembly.compile(new Uint8Array(4)).catch((error: unknown) => Reflect.get(Object(error), 'name') as unknown),
    'weak references hold, registries take what they are given': () => {
      const target = {};
      const registry = new FinalizationRegistry(() => undefined);
      registry.register(target, 1, target);
      return [
        new WeakRef(target).deref() === target,
        registry.unregister(target),
        registry.unregister(target),
        Object.prototype.toString.call(new WeakRef(target)),
      ];
    },
    'a weak reference needs an object': () => {
      try {
        return Reflect.construct(WeakRef, [1]);
      } catch (error) {
        return error instanceof TypeError;
      }
    },
    'blobs are read and streamed': async () => {
      const blob = new Blob(['ab', new Uint8Array([99])]);
      return [await blob.text(), (await blob.arrayBuffer()).byteLength, await new Response(blob.stream()).text()];
    },
    'object URLs lead to their blob': async (load) => {
      const url = URL.createObjectURL(new Blob(['x']));
      const found = load('buffer').resolveObjectURL(url);
      URL.revokeObjectURL(url);
      return [url.startsWith('blob:nodedata:'), await found?.text(), load('buffer').resolveObjectURL(url)];
    },
    'web streams pipe and transform': async () => {
      const source = new ReadableStream({
        start(controller) {
          controller.enqueue('a');
          controller.enqueue('b');
          controller.close();
        },
      });
      return new Response(source.pipeThrough(new TextEncoderStream())).text();
    },
    'structured clones keep dates and errors': () => {
      const copy = structuredClone({ when: new Date(5), error: new RangeError('x'), map: new Map([[1, 2]]) });
      return [copy.when instanceof Date, copy.when.getTime(), copy.error instanceof RangeError, copy.map.get(1)];
    },
    'events of an event target reach their listeners in order': () => {
      const target = new EventTarget();
      const seen: string[] = [];
      target.addEventListener('x', () => seen.push('first'), { once: true });
      target.addEventListener('x', (event) => seen.push(`second ${event.type} ${typeof event.timeStamp}`));
      target.dispatchEvent(new Event('x'));
      target.dispatchEvent(new Event('x'));
      return seen;
    },
    'util.aborted resolves with the signal': async (load) => {
      const controller = new AbortController();
      const aborted = load('util').aborted(controller.signal, {});
      controller.abort();
      // Some versions answer with the event, whose time is that of its world.
      const answer: unknown = await aborted;
      return answer instanceof Event ? answer.type : answer;
    },
  });
});

test('a machine tells its own, pinned figures', async () => {
  const { result } = await simulate((load) => {
    const os = load('os');
    return [
      os.hostname(),
      os.tmpdir(),
      os.cpus().length,
      os.platform(),
      os.EOL,
      os.availableParallelism(),
      os.userInfo().username,
      os.homedir(),
    ];
  });
  expect(result).toEqual(['body', '/tmp', 4, 'linux', '\n', 4, 'node', '/home/node']);
});

test('a node reads the standard input it was given', async () => {
  const seen: string[] = [];
  await simulate(() => undefined, {
    declare: (sim) => {
      sim.node(
        'reader',
        async () => {
          for await (const chunk of process.stdin) seen.push(String(chunk));
          seen.push('end');
        },
        { stdin: 'some text' },
      );
    },
  });
  expect(seen).toEqual(['some text', 'end']);
});
