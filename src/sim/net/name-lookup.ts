/** Names to addresses, through the pool of threads as in Node; failures of the name service are faults. */
import { isIP } from 'node:net';
import type { Machine } from '../machine.ts';
import { offload } from '../offload.ts';
import { lookupError, type NetError } from './net-error.ts';
import { networkOf } from './network.ts';

export interface FoundAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Found = (error: NetError | null, addresses: readonly FoundAddress[]) => void;

/** Asking a name service in the same data centre. */
const LOOKUP_US = 300;
const FAILURES = ['EAI_AGAIN', 'ENOTFOUND'] as const;

/** Addresses themselves need no question. */
export function literal(name: string): FoundAddress | undefined {
  const family = isIP(name);
  if (family === 4) return { address: name, family: 4 };
  return family === 6 ? { address: name, family: 6 } : undefined;
}

export function lookupName(machine: Machine, name: string, family: number, found: Found): void {
  offload(
    machine,
    'dns.lookup',
    LOOKUP_US,
    () => resolveName(machine, name, family, 'getaddrinfo'),
    (error, addresses) => {
      // Reason for the cast: resolveName throws nothing else.
      const failure = error as NetError | null;
      found(failure, failure === null ? (addresses ?? []) : []);
    },
  );
}

/** What the name service says now; throws when it fails or nobody has the name. */
export function resolveName(machine: Machine, name: string, family: number, syscall: string): readonly FoundAddress[] {
  const { kernel } = machine;
  const firing = kernel.fault('dns.lookup', { machine, name });
  if (firing !== undefined) {
    firing.mattered();
    const code = firing.spec.settings['code'];
    throw lookupError(typeof code === 'string' ? code : (FAILURES[firing.choose('code', FAILURES.length)] ?? 'EAI_AGAIN'), name, syscall);
  }
  const all = networkOf(kernel)
    .resolve(name, machine)
    .map((address): FoundAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
  const wanted = family === 4 || family === 6 ? all.filter((each) => each.family === family) : all;
  if (wanted.length === 0) throw lookupError('ENOTFOUND', name, syscall);
  return wanted;
}
