/**
 * Every builtin module a subject may import. Pure ones are Node's own; the others are served by the simulated world; what is in
 * neither list is refused by name. A module is made once and dispatches on the machine that calls it; each machine gets a shallow copy
 * (see builtin-space.ts), so that replacing a function of it stays on that machine.
 */
import { nodeError } from '../node-error.ts';
import { pureBuiltins } from './pure.ts';
import { timerPromises } from '../global/timer-promises.ts';
import { timers } from '../global/timers.ts';
import { simPerformance } from '../global/performance.ts';
import { simConsole } from '../global/console.ts';
import { asyncHooks } from './async-hooks.ts';
import { simCrypto } from './crypto.ts';
import { simOs } from './os.ts';
import { simUtil } from './util.ts';
import { simZlib } from './zlib.ts';
import { simHttp } from './http.ts';
import { simHttps } from './https.ts';
import { simNet } from './net.ts';
import { simTls } from './tls.ts';
import { fsModule, fsPromises } from './fs/fs-module.ts';

type MakeBuiltin = () => unknown;

/** One line per module. */
const simulated: Readonly<Record<string, MakeBuiltin>> = {
  async_hooks: () => asyncHooks,
  console: () => simConsole,
  crypto: () => simCrypto,
  os: () => simOs,
  http: () => simHttp,
  https: () => simHttps,
  net: () => simNet,
  tls: () => simTls,
  fs: () => fsModule,
  'fs/promises': () => fsPromises,
  perf_hooks: () => ({ performance: simPerformance }),
  timers: () => ({ ...timers, promises: timerPromises }),
  'timers/promises': () => timerPromises,
  util: () => simUtil,
  zlib: () => simZlib,
};

const made = new Map<string, unknown>();

/** How a module is served; undefined = refused. */
export function servedBy(id: string): 'simulated' | 'pure' | undefined {
  const name = bareName(id);
  if (name in simulated) return 'simulated';
  return name in pureBuiltins ? 'pure' : undefined;
}

export function builtinModule(id: string): unknown {
  const name = bareName(id);
  if (name in pureBuiltins) return pureBuiltins[name];
  let module = made.get(name);
  if (module === undefined) {
    const make = simulated[name];
    if (make === undefined) {
      throw nodeError('ERR_FOZZY_NOT_SIMULATED', `The builtin module "${name}" is not simulated; nothing of it reaches the real machine.`);
    }
    module = make();
    made.set(name, module);
  }
  return module;
}

export function bareName(id: string): string {
  return id.startsWith('node:') ? id.slice(5) : id;
}
