/** Faults of the network. They strike where something is sent, a connection is made or a name is looked up, between the named machines or anywhere. */
import { checkNode, type Named } from './named-node.ts';
import type { FaultSite, FaultSpec, FaultTarget } from './fault.ts';

export interface NetworkFaultOptions {
  /** Chance at each place where it can happen. */
  readonly rate?: number;
  /** How often at most in one run. */
  readonly times?: number;
  /** Only on traffic from or to this machine. */
  readonly node?: Named;
  /** Together with `node`: only between the two. */
  readonly peer?: Named;
}

interface Defaults {
  readonly rate: number;
  readonly times: number;
}

const OFTEN: Defaults = { rate: 0.1, times: 50 };
const NOW_AND_THEN: Defaults = { rate: 0.03, times: 5 };
const ONCE: Defaults = { rate: 0.03, times: 1 };

function between({ node, peer }: NetworkFaultOptions, call: string): (target: FaultTarget) => boolean {
  checkNode(node, call);
  checkNode(peer, call);
  if (node === undefined) return () => true;
  return ({ machine, peer: other }) => {
    const names = [machine.name, other?.name];
    return names.includes(node.name) && (peer === undefined || names.includes(peer.name));
  };
}

function spec(
  type: string,
  sites: readonly FaultSite[],
  options: NetworkFaultOptions,
  often: Defaults,
  settings: Readonly<Record<string, unknown>> = {},
): FaultSpec {
  return {
    type,
    sites,
    rate: options.rate ?? often.rate,
    times: options.times ?? often.times,
    matches: between(options, `faults.${type}({ node, peer })`),
    settings,
  };
}

/** In milliseconds; drawn where it is not given. */
export interface Lasting {
  readonly ms?: number;
}

export const networkFaults = {
  /** Something sent takes longer: 5 ms to 5 s, or the time given. */
  latency: (options: NetworkFaultOptions & Lasting = {}): FaultSpec =>
    spec('latency', ['net.send', 'net.connect', 'net.datagram'], options, OFTEN, { ms: options.ms }),

  /** A datagram is lost; a stream loses a segment and sends it again later. */
  loss: (options: NetworkFaultOptions = {}): FaultSpec => spec('loss', ['net.send', 'net.connect', 'net.datagram'], options, OFTEN),

  /** A datagram arrives twice. */
  duplicate: (options: NetworkFaultOptions = {}): FaultSpec => spec('duplicate', ['net.datagram'], options, OFTEN),

  /** A datagram is overtaken by later ones. */
  reorder: (options: NetworkFaultOptions = {}): FaultSpec => spec('reorder', ['net.datagram'], options, OFTEN),

  /** Both ends of a connection learn that it is gone, and what was being sent is lost. */
  reset: (options: NetworkFaultOptions = {}): FaultSpec => spec('reset', ['net.send'], options, NOW_AND_THEN),

  /** The other end of a connection is gone without a word; the sender finds out when nobody answers. */
  halfOpen: (options: NetworkFaultOptions = {}): FaultSpec => spec('half_open', ['net.send'], options, ONCE),

  /** The other end closes without having read what was sent. */
  fin: (options: NetworkFaultOptions = {}): FaultSpec => spec('fin', ['net.send'], options, NOW_AND_THEN),

  /** Bytes of a stream arrive in other pieces than they were written. */
  segmentation: (options: NetworkFaultOptions = {}): FaultSpec => spec('segmentation', ['net.send'], options, OFTEN),

  /** A connection is refused although somebody listens. */
  refuse: (options: NetworkFaultOptions = {}): FaultSpec => spec('refuse', ['net.connect'], options, NOW_AND_THEN),

  /** The queue of the listener is full: the first request for a connection gets no answer. */
  backlog: (options: NetworkFaultOptions = {}): FaultSpec => spec('backlog', ['net.connect'], options, NOW_AND_THEN),

  /** Machines stop hearing each other for a while: one alone, with `split: true` also two random halves, with a number a side of that many; with `oneWay` in one direction only. */
  partition: (options: NetworkFaultOptions & Lasting & { readonly split?: boolean | number; readonly oneWay?: boolean } = {}): FaultSpec =>
    spec(
      'partition',
      ['net.send', 'net.connect'],
      options,
      { rate: 0.03, times: 2 },
      { ms: options.ms, split: options.split ?? false, oneWay: options.oneWay ?? false },
    ),

  /** Traffic from one machine to another stands still for a while and then arrives. */
  clog: (options: NetworkFaultOptions & Lasting = {}): FaultSpec =>
    spec('clog', ['net.send', 'net.connect'], options, NOW_AND_THEN, { ms: options.ms }),

  /** A name cannot be looked up: EAI_AGAIN or ENOTFOUND, or the code given. */
  dnsFailure: (options: NetworkFaultOptions & { readonly code?: 'EAI_AGAIN' | 'ENOTFOUND' | 'ESERVFAIL' } = {}): FaultSpec =>
    spec('dns_failure', ['dns.lookup'], options, NOW_AND_THEN, { code: options.code }),

  /** A server shows a certificate that is expired, for another name or self-signed. */
  tlsFailure: (options: NetworkFaultOptions & { readonly flaw?: 'expired' | 'wrong_name' | 'self_signed' } = {}): FaultSpec =>
    spec('tls_failure', ['tls.handshake'], options, NOW_AND_THEN, { flaw: options.flaw }),
};
