/** `dns.Resolver`: asks the simulated name service, which knows the addresses of machines and nothing else. */
import { isIP } from 'node:net';
import { indexOf, isLoopback } from '../../../world/wire/addresses.ts';
import { current } from '../../active.ts';
import type { Machine } from '../../machine.ts';
import { invalidArgType, nodeError } from '../../node-error.ts';
import { isCallback } from '../connect-arguments.ts';
import { resolveName } from '../name-lookup.ts';
import { lookupError } from '../net-error.ts';

const QUERY_US = 300;

export type Answered = (error: unknown, records?: unknown) => void;

export class Resolver {
  #servers: readonly string[] = ['127.0.0.53'];
  #isCancelled = false;

  getServers(): string[] {
    return [...this.#servers];
  }

  setServers(servers: readonly string[]): void {
    if (!Array.isArray(servers)) throw invalidArgType('servers', 'an instance of Array', servers);
    for (const server of servers) {
      if (isIP(String(server).replace(/^\[|\](?::\d+)?$|(?<=^[\d.]+):\d+$/gu, '')) === 0) {
        throw nodeError('ERR_INVALID_IP_ADDRESS', `Invalid IP address: ${String(server)}`, TypeError);
      }
    }
    this.#servers = [...servers];
  }

  setLocalAddress(): void {}

  /** What was asked before gets no answer any more. */
  cancel(): void {
    this.#isCancelled = true;
  }

  ask(name: unknown, type: string, answered: unknown): object {
    if (typeof name !== 'string') throw invalidArgType('name', 'of type string', name);
    if (!isCallback(answered)) throw invalidArgType('callback', 'of type function', answered);
    const machine = current();
    machine.kernel.arrive(machine, 'dns.query', QUERY_US, () => this.#answer(machine, name, type, answered), undefined);
    return { hostname: name };
  }

  #answer(machine: Machine, name: string, type: string, answered: Answered): void {
    if (this.#isCancelled) {
      answered(lookupError('ECANCELLED', name, `query${queryName(type)}`));
      return;
    }
    let records: unknown;
    try {
      records = recordsOf(machine, name, type);
    } catch (error) {
      answered(error);
      return;
    }
    answered(null, records);
  }
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(['A', 'AAAA', 'ANY', 'CAA', 'CNAME', 'MX', 'NAPTR', 'NS', 'PTR', 'SOA', 'SRV', 'TXT']);

export function checkType(type: unknown): string {
  if (typeof type !== 'string') throw invalidArgType('rrtype', 'of type string', type);
  if (!KNOWN_TYPES.has(type)) throw nodeError('ERR_INVALID_ARG_VALUE', `The argument 'rrtype' is invalid. Received '${type}'`, TypeError);
  return type;
}

/** `queryA`, `queryMx`, `getHostByAddr`: how the failing call is called in errors. */
function queryName(type: string): string {
  return type === 'A' ? 'A' : type === 'AAAA' ? 'Aaaa' : `${type.slice(0, 1)}${type.slice(1).toLowerCase()}`;
}

function recordsOf(machine: Machine, name: string, type: string): unknown {
  const syscall = `query${queryName(type)}`;
  const addresses = resolveName(machine, name, 0, syscall);
  const wanted = type === 'A' || type === 'ANY' ? 4 : type === 'AAAA' ? 6 : undefined;
  const found = addresses.filter(({ family }) => family === wanted).map(({ address }) => address);
  if (found.length === 0) throw lookupError('ENODATA', name, syscall);
  return type === 'ANY' ? found.map((address) => ({ address, ttl: 60, type: 'A' })) : found;
}

/** Names of an address. */
export function reverse(address: unknown, answered: unknown): void {
  if (typeof address !== 'string' || isIP(address) === 0) {
    throw Object.assign(new Error(`getHostByAddr EINVAL ${String(address)}`), {
      code: 'EINVAL',
      errno: -22,
      syscall: 'getHostByAddr',
      hostname: address,
    });
  }
  if (!isCallback(answered)) throw invalidArgType('callback', 'of type function', answered);
  const machine = current();
  machine.kernel.arrive(
    machine,
    'dns.query',
    QUERY_US,
    () => {
      const index = indexOf(address);
      const name = isLoopback(address) ? 'localhost' : index === undefined ? undefined : machine.kernel.machines[index]?.name;
      if (name === undefined) answered(lookupError('ENOTFOUND', address, 'getHostByAddr'));
      else answered(null, [name]);
    },
    undefined,
  );
}
