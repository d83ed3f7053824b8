/** Runs one body on real Node and in a simulation, and compares what it saw. The body gets modules by name; globals are those of its world. */
import type buffer from 'node:buffer';
import type childProcess from 'node:child_process';
import type cluster from 'node:cluster';
import type crypto from 'node:crypto';
import type dgram from 'node:dgram';
import type dns from 'node:dns';
import type dnsPromises from 'node:dns/promises';
import type events from 'node:events';
import type fs from 'node:fs';
import type http from 'node:http';
import type https from 'node:https';
import type net from 'node:net';
import type os from 'node:os';
import type perfHooks from 'node:perf_hooks';
import type readline from 'node:readline';
import type readlinePromises from 'node:readline/promises';
import type stream from 'node:stream';
import type streamPromises from 'node:stream/promises';
import type tls from 'node:tls';
import type timers from 'node:timers';
import type timersPromises from 'node:timers/promises';
import type util from 'node:util';
import type v8 from 'node:v8';
import type vm from 'node:vm';
import type workerThreads from 'node:worker_threads';
import type zlib from 'node:zlib';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { Decider } from '../../src/decide/decider.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import { ScriptedSource } from '../../src/decide/scripted.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import { CodeBase } from '../../src/sim/load/code-base.ts';
import { ModuleSpace } from '../../src/sim/load/module-space.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { setModuleAccess } from '../../src/sim/module-access.ts';
import { insideSimulation } from '../../src/sim/run/session.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulation, type SimulationOptions } from '../../src/sim/scenario/simulation.ts';

interface Modules {
  readonly buffer: typeof buffer;
  readonly child_process: typeof childProcess;
  readonly cluster: typeof cluster;
  readonly crypto: typeof crypto;
  readonly dgram: typeof dgram;
  readonly dns: typeof dns;
  readonly 'dns/promises': typeof dnsPromises;
  readonly events: typeof events;
  readonly fs: typeof fs;
  readonly http: typeof http;
  readonly https: typeof https;
  readonly net: typeof net;
  readonly os: typeof os;
  readonly perf_hooks: typeof perfHooks;
  readonly process: typeof process;
  readonly readline: typeof readline;
  readonly 'readline/promises': typeof readlinePromises;
  readonly stream: typeof stream;
  readonly 'stream/promises': typeof streamPromises;
  readonly timers: typeof timers;
  readonly 'timers/promises': typeof timersPromises;
  readonly tls: typeof tls;
  readonly util: typeof util;
  readonly v8: typeof v8;
  readonly vm: typeof vm;
  readonly worker_threads: typeof workerThreads;
  readonly zlib: typeof zlib;
}

/** Gives the module of the world the body runs in. */
export type Load = <K extends keyof Modules>(name: K) => Modules[K];

export type Body = (load: Load) => unknown;

const simulatedModule: Load = (name) => builtinModule(name) as never;

const require = createRequire(import.meta.url);
const realModule: Load = (name) => require(`node:${name}`) as never;

/** What a failed body says: enough to tell errors apart, nothing that differs between worlds by nature. */
export function told(error: unknown): unknown {
  if (!(error instanceof Error)) return { threw: error };
  return { threw: error.name, code: Reflect.get(error, 'code'), message: error.message };
}

async function observed(body: Body, load: Load): Promise<unknown> {
  try {
    return await body(load);
  } catch (error) {
    return told(error);
  }
}

const nextTask = setImmediate;

/** Bodies begin as programs do: in a task of the event loop, with empty queues. */
function fromTask<T>(act: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    nextTask(() => {
      act().then(resolve, reject);
    });
  });
}

export interface Simulated {
  readonly result: unknown;
  readonly outcome: Outcome;
}

export interface World {
  readonly source?: DecisionSource;
  /** Declares whatever else is in the world. */
  readonly declare?: (sim: Sim) => void;
  /** Modules that may be started as processes and workers. */
  readonly modules?: readonly string[];
  /** How the simulation is set up. */
  readonly options?: SimulationOptions;
}

/** Loads modules as the simulation does. */
async function moduleStarter(paths: readonly string[]): Promise<(machine: Machine, path: string) => unknown> {
  const codeBase = await CodeBase.open();
  for (const path of paths) codeBase.add(path);
  return (machine, path) => {
    const code = codeBase.byPath(path);
    if (code === undefined) throw new Error(`no module ${path} here`);
    const hosted = (): never => {
      throw new Error('nothing is shared with the host');
    };
    const space = new ModuleSpace(codeBase, { builtin: builtinModule, hosted, globalObject: globalThis });
    setModuleAccess(machine, {
      createRequire: (from) => space.createRequire(from),
      importModule: (specifier) => space.importAt(specifier, path),
      builtin: builtinModule,
      globalObject: globalThis,
    });
    return space.runMain(code);
  };
}

/** The body as a client of an otherwise empty world, on the calm schedule unless another is given. */
export async function simulate(body: Body, world: World = {}): Promise<Simulated> {
  let result: unknown = 'the body never settled';
  const sim = simulation('both worlds', world.options ?? {}, (it) => {
    world.declare?.(it);
    it.client('body', async () => {
      result = await observed(body, simulatedModule);
    });
  });
  const program = {
    file: 'test',
    projectFile: 'test',
    options: sim.options,
    open: () => sim.define,
    startModule: await moduleStarter(world.modules ?? []),
  };
  const decider = new Decider(world.source ?? new ScriptedSource({}), new DecisionLog());
  const outcome = await insideSimulation((session) => session.execute(program, { decider, sink: new EventSink() }));
  return { result, outcome };
}

/** One test per body: both worlds must see the same. */
export function sameInBothWorlds(bodies: Readonly<Record<string, Body>>, world: World = {}): void {
  test.each(Object.entries(bodies))('%s', async (_name, body) => {
    const real = await fromTask(() => observed(body, realModule));
    const { result, outcome } = await simulate(body, world);
    expect(outcome.findings.map(({ message }) => message)).toEqual([]);
    expect(result).toEqual(real);
  });
}

/** The same for bodies that speak HTTP: over parsed bytes and over messages handed on as they are. */
export function sameOnBothPaths(bodies: Readonly<Record<string, Body>>): void {
  test.each(Object.entries(bodies))('%s', async (_name, body) => {
    const real = await fromTask(() => observed(body, realModule));
    for (const httpPath of ['wire', 'fast'] as const) {
      const { result, outcome } = await simulate(body, { options: { httpPath, allow: ['write_after_end'] } });
      expect(outcome.findings.map(({ message }) => message)).toEqual([]);
      expect(result, `the ${httpPath} path`).toEqual(real);
    }
  });
}
