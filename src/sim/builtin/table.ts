/**
 * Every builtin module a subject may import. Pure ones are Node's own; the others are served by the simulated world; what is in
 * neither list is refused by name. A module is made once and dispatches on the machine that calls it; each machine gets a shallow copy
 * (see builtin-space.ts), so that replacing a function of it stays on that machine.
 */
import streamWeb from 'node:stream/web';
import { current } from '../active.ts';
import { setBuiltinSource } from '../module-access.ts';
import { refused } from '../node-error.ts';
import { processOf } from '../process/sim-process.ts';
import { SimCompressionStream, SimDecompressionStream } from '../global/compression-streams.ts';
import { simConsole } from '../global/console.ts';
import { timerPromises } from '../global/timer-promises.ts';
import { timers } from '../global/timers.ts';
import { asyncHooks } from './async-hooks.ts';
import { childProcessModule } from './child-process.ts';
import { clusterModule } from './cluster.ts';
import { copyModule } from './copy-module.ts';
import { simCrypto } from './crypto.ts';
import { simDgram } from './dgram.ts';
import { simDns } from './dns.ts';
import { simHttp } from './http.ts';
import { simHttps } from './https.ts';
import { simNet } from './net.ts';
import { simTls } from './tls.ts';
import { fsModule, fsPromises } from './fs/fs-module.ts';
import { moduleModule } from './module.ts';
import { simOs } from './os.ts';
import { perfHooks } from './perf-hooks.ts';
import { pureBuiltins } from './pure.ts';
import { simReadline, simReadlinePromises } from './readline.ts';
import { http2Module, inspectorModule, refusedModules, refusedWhenCalled, replModule } from './refused.ts';
import { simUtil } from './text-tools.ts';
import { simTty } from './tty.ts';
import { simV8 } from './v8.ts';
import { simVm } from './vm.ts';
import { workerThreads } from './worker-threads.ts';
import { simZlib } from './zlib.ts';

type MakeBuiltin = () => unknown;

/** One line per module. */
const simulated: Readonly<Record<string, MakeBuiltin>> = {
  async_hooks: () => asyncHooks,
  child_process: () => childProcessModule,
  cluster: () => clusterModule,
  console: () => simConsole,
  crypto: () => simCrypto,
  dgram: () => simDgram,
  dns: () => simDns,
  'dns/promises': () => simDns.promises,
  http: () => simHttp,
  https: () => simHttps,
  net: () => simNet,
  tls: () => simTls,
  fs: () => fsModule,
  'fs/promises': () => fsPromises,
  http2: () => http2Module,
  inspector: () => inspectorModule,
  'inspector/promises': () => inspectorModule,
  module: () => moduleModule,
  os: () => simOs,
  perf_hooks: () => perfHooks,
  readline: () => simReadline,
  'readline/promises': () => simReadlinePromises,
  repl: () => replModule,
  'stream/web': () => copyModule(streamWeb, { CompressionStream: SimCompressionStream, DecompressionStream: SimDecompressionStream }),
  sys: () => simUtil,
  timers: () => ({ ...timers, promises: timerPromises }),
  'timers/promises': () => timerPromises,
  tty: () => simTty,
  v8: () => simV8,
  vm: () => simVm,
  worker_threads: () => workerThreads,
  util: () => simUtil,
  zlib: () => simZlib,
};

const made = new Map<string, unknown>();

/** How a module is served; undefined = refused. */
export function servedBy(id: string): 'simulated' | 'pure' | 'refused when called' | undefined {
  const name = bareName(id);
  if (refusedWhenCalled.has(name)) return 'refused when called';
  if (name in simulated || name === 'process') return 'simulated';
  return name in pureBuiltins ? 'pure' : undefined;
}

export function builtinModule(id: string): unknown {
  const name = bareName(id);
  if (name in pureBuiltins) return pureBuiltins[name];
  if (name === 'process') return processOf(current());
  let module = made.get(name);
  if (module === undefined) {
    const make = simulated[name];
    if (make === undefined) {
      const instead = refusedModules[name] ?? 'Nothing of it reaches the real machine.';
      throw refused(`The builtin module "${name}" is not simulated. ${instead}`);
    }
    module = make();
    made.set(name, module);
  }
  return module;
}

/** Those that have been asked for, for whoever looks for changes in what all machines have in common. */
export function madeBuiltins(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(made);
}

export function bareName(id: string): string {
  return id.startsWith('node:') ? id.slice(5) : id;
}

setBuiltinSource(builtinModule);
