/** `node:util`: Node's own, but for what writes to the host, and a promisified function that calls its callback twice is noticed. */
import util from 'node:util';
import { current } from '../active.ts';
import { simConsole } from '../global/console.ts';
import { processOf } from '../process/sim-process.ts';
import { copyModule } from './copy-module.ts';
import { promisify } from './promisify.ts';

type Log = (...args: unknown[]) => void;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Deprecated, and gone from newer versions. */
function log(...args: unknown[]): void {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
  const print: unknown = Reflect.get(simConsole, 'log');
  if (typeof print === 'function') print('%s - %s', `${now.getDate()} ${MONTHS[now.getMonth()] ?? ''} ${time}`, util.format(...args));
}

/** Sections that NODE_DEBUG of the machine names; `*` stands for anything. */
function isWanted(section: string): boolean {
  const wanted = (processOf(current()).env['NODE_DEBUG'] ?? '').split(',').filter((name) => name !== '');
  const patterns = wanted.map((name) => name.replaceAll(/[|\\{}()[\]^$+?.]/gu, String.raw`\$&`).replaceAll('*', '.*'));
  return patterns.some((pattern) => new RegExp(`^${pattern}$`, 'iu').test(section));
}

function debuglog(section: string, ready?: (log: Log) => void): Log {
  const write: Log = (...args) => {
    if (!isWanted(section)) return;
    const { pid, stderr } = processOf(current());
    stderr.write(`${section.toUpperCase()} ${pid}: ${util.format(...args)}\n`);
  };
  ready?.(write);
  return Object.defineProperty(write, 'enabled', { get: () => isWanted(section), configurable: true, enumerable: true });
}

const KNOWN = `
  _errnoException _exceptionWithHostPort _extend callbackify deprecate format styleText formatWithOptions getSystemErrorMap getSystemErrorName
  getSystemErrorMessage inherits inspect isArray isBoolean isBuffer isDeepStrictEqual isNull isNullOrUndefined isNumber isString isSymbol
  isUndefined isRegExp isObject isDate isError isFunction isPrimitive stripVTControlCharacters toUSVString transferableAbortSignal
  transferableAbortController aborted parseEnv parseArgs TextDecoder TextEncoder MIMEType MIMEParams diff getCallSite getCallSites
  convertProcessSignalToExitCode markPromiseAsHandled`;

export const simUtil: Record<string, unknown> = copyModule(
  util,
  { promisify, debuglog, debug: debuglog, ...('log' in util ? { log } : {}), setTraceSigInt: () => undefined },
  { module: 'util', names: KNOWN },
);
