/** Decorators of TypeScript behave as its compiler would make them, whichever kind the project is configured for. */
import { expect, test } from 'vitest';
import { FozzyError } from '../../../src/base/problem.ts';
import { runFiles } from '../../support/module-project.ts';
import type { Files } from '../../support/module-project.ts';

const legacy: Files = {
  'package.json': '{"type":"module"}',
  'tsconfig.json': '{"compilerOptions":{"experimentalDecorators":true,"emitDecoratorMetadata":true,"target":"ES2022"}}',
};

test('legacy decorators are called from the last to the first, members before their class', async () => {
  const { calls, names } = await runFiles({
    'main.ts': `export const calls: unknown[] = [];
      const note = (name: string) => (...args: any[]): any => { calls.push([name, args.length, args[1], typeof args[2]]); };
      @note('class 1') @note('class 2')
      class Shop {
        @note('field') open = true;
        constructor(@note('parameter') private readonly owner: string) {}
        @note('method 1') @note('method 2') sell(@note('argument') what: string): string { return what; }
        @note('accessor') get size(): number { return 1; }
        @note('static') static count = 0;
      }
      export const names = Object.keys(new Shop('x'));`,
    ...legacy,
  });
  expect(calls).toEqual([
    ['field', 3, 'open', 'undefined'],
    ['argument', 3, 'sell', 'number'],
    ['method 2', 3, 'sell', 'object'],
    ['method 1', 3, 'sell', 'object'],
    ['accessor', 3, 'size', 'object'],
    ['static', 3, 'count', 'undefined'],
    ['parameter', 3, undefined, 'number'],
    ['class 2', 1, undefined, 'undefined'],
    ['class 1', 1, undefined, 'undefined'],
  ]);
  expect(names).toEqual(['owner', 'open']);
});

test('what a legacy decorator returns takes the place of what it decorates', async () => {
  const { seen } = await runFiles({
    'main.ts': `const twice = (_: object, __: string, { value }: PropertyDescriptor): any => ({ value: () => value() * 2 });
      const named = (name: string) => (old: any): any => class extends old { name = name };
      @named('replaced') class A { @twice n() { return 21; } static make() { return new A(); } }
      export const seen = [new A().n(), (A.make() as any).name];`,
    ...legacy,
  });
  expect(seen).toEqual([42, 'replaced']);
});

test('types of parameters and members reach the metadata of the machine that asks for them', async () => {
  const { types } = await runFiles({
    'main.ts': `import './metadata.ts';
      import { Clock } from './clock.ts';
      import type { Shape } from './clock.ts';
      const injectable = (_: Function) => {};
      const field = (_: object, __: string) => {};
      @injectable class Watch {
        @field size: number;
        constructor(clock: Clock, shape: Shape, names: string[], readonly later: Promise<void>) {}
      }
      export const types = [Reflect['getMetadata']('design:paramtypes', Watch).map((t: any) => t.name), Reflect['getMetadata']('design:type', Watch.prototype, 'size').name];`,
    'clock.ts': 'export class Clock {} export interface Shape { a: 1 }',
    'metadata.ts': `const known = new Map<unknown, unknown>();
      const all = Reflect as any;
      all.metadata = (key: string, value: unknown) => (target: object, member?: string) => { if (!known.has(target)) known.set(target, {}); (known.get(target) as any)[key + (member ?? '')] = value; };
      all.getMetadata = (key: string, target: object, member?: string) => (known.get(target) as any)[key + (member ?? '')];`,
    ...legacy,
  });
  expect(types).toEqual([['Clock', 'Object', 'Array', 'Promise'], 'Number']);
});

test('decorators of the other kind are refused at their line, with what to do', async () => {
  const refusal = async (files: Files) => {
    const error: unknown = await runFiles({ ...files, 'package.json': '{"type":"module"}' }).catch((thrown: unknown) => thrown);
    return error instanceof FozzyError ? `${error.message.replace(/^.*\//u, '')}; ${error.hint ?? ''}` : error;
  };
  const why = 'no version of Node knows decorators yet, and only those of "experimentalDecorators" are lowered here';
  expect(await refusal({ 'main.ts': 'type T = 1;\nclass A {\n  @note m(): void {}\n}' })).toBe(
    `main.ts:3:3: ${why}; set "experimentalDecorators": true in the tsconfig.json of the project, if that is how it is compiled; otherwise run the JavaScript your compiler makes of it`,
  );
  expect(await refusal({ 'main.ts': 'class A { m(@note() x: string) {} }' })).toContain(`main.ts:1:13: ${why}`);
  expect(await refusal({ 'main.js': 'export @note class A {}' })).toContain(`main.js:1:8: ${why}`);
  expect(await refusal({ 'main.ts': 'class A {\n accessor x = 1 }' })).toContain(
    'main.ts:2:2: syntax error: no version of Node knows `accessor` yet',
  );
});

test('what is used ends with its block, the last one first, whatever fails', async () => {
  const { log, seen } = await runFiles({
    'main.ts': `export const log: string[] = [];
      const made = (name: string, error?: Error) => ({ [Symbol.dispose]() { log.push(name); if (error !== undefined) throw error; } });
      const later = (name: string) => ({ async [Symbol.asyncDispose]() { await 1; log.push(name); } });
      { using a = made('a'); using b = made('b'); using none = null; log.push('body'); }
      export const seen: unknown[] = [];
      try { using c = made('c', new Error('first')); using d = made('d', new Error('second')); throw new Error('body'); }
      catch (error: any) { seen.push(error.name, error.error.message, error.suppressed.error.message, error.suppressed.suppressed.message); }
      async function waits() { await using e = later('e'); using f = made('f'); log.push('in'); }
      await waits();
      try { using wrong = 1 as any; } catch (error: any) { seen.push(error.constructor === TypeError); }`,
    ...legacy,
  });
  expect(log).toEqual(['body', 'b', 'a', 'd', 'c', 'in', 'f', 'e']);
  expect(seen).toEqual(['SuppressedError', 'first', 'second', 'body', true]);
});
