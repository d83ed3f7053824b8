/**
 * Who reaches whom, and how fast: links between machines with latency, loss and bandwidth; cuts that stop everything between some of
 * them; clogs that delay it. Pure: what is random about a link is drawn by whoever sends.
 */

export interface LinkOptions {
  /** One way, in milliseconds: a fixed time, or anything in between two. */
  readonly latencyMs?: number | { readonly min: number; readonly max: number };
  /** Chance that a datagram is lost; a stream stalls for a retransmission instead. */
  readonly loss?: number;
  /** What goes through in one direction. */
  readonly bytesPerSecond?: number;
}

export interface Link {
  readonly minUs: number;
  readonly maxUs: number;
  readonly loss: number;
  /** 0 = no limit. */
  readonly bytesPerSecond: number;
  /** Until when the link is busy with what was sent before. */
  busyUntilUs: number;
}

/** Traffic that does not get through, from some machines to others. */
export interface Cut {
  readonly byFault: boolean;
  stops(from: string, to: string): boolean;
}

interface Clog {
  readonly from: string;
  readonly to: string;
  readonly untilUs: number;
}

const DEFAULT_LATENCY_US = 500;
/** Within one machine nothing has to travel. */
const LOOPBACK_LATENCY_US = 20;

const LOOPBACK = plainLink(LOOPBACK_LATENCY_US);

export class Topology {
  readonly #links = new Map<string, Link>();
  readonly #standard = plainLink(DEFAULT_LATENCY_US);
  #cuts: Cut[] = [];
  #clogs: Clog[] = [];

  /** In both directions. */
  connect(a: string, b: string, options: LinkOptions): void {
    this.#links.set(`${a} ${b}`, toLink(options));
    this.#links.set(`${b} ${a}`, toLink(options));
  }

  link(from: string, to: string): Link {
    if (from === to) return LOOPBACK;
    if (this.#links.size === 0) return this.#standard;
    return this.#links.get(`${from} ${to}`) ?? this.#standard;
  }

  cut(cut: Cut): void {
    this.#cuts.push(cut);
  }

  uncut(cut: Cut): void {
    this.#cuts = this.#cuts.filter((each) => each !== cut);
  }

  /** Splits the machines into groups that do not hear each other; whoever is in no group forms one with the others like it. */
  partition(groups: readonly (readonly string[])[], byFault: boolean): Cut {
    const group = new Map<string, number>();
    for (const [index, names] of groups.entries()) for (const name of names) group.set(name, index);
    const cut: Cut = { byFault, stops: (from, to) => group.get(from) !== group.get(to) };
    this.cut(cut);
    return cut;
  }

  heal(): void {
    this.#cuts = [];
    this.#clogs = [];
  }

  healFaults(): void {
    if (this.#cuts.length > 0) this.#cuts = this.#cuts.filter((cut) => !cut.byFault);
  }

  get isWhole(): boolean {
    return this.#cuts.length === 0;
  }

  blocks(from: string, to: string): boolean {
    if (this.#cuts.length === 0 || from === to) return false;
    return this.#cuts.some((cut) => cut.stops(from, to));
  }

  /** Whatever is sent until then arrives afterwards. */
  clog(from: string, to: string, untilUs: number): void {
    this.#clogs.push({ from, to, untilUs });
  }

  /** Time that something sent now has to wait before it starts travelling. */
  waitUs(from: string, to: string, nowUs: number): number {
    if (this.#clogs.length === 0) return 0;
    this.#clogs = this.#clogs.filter(({ untilUs }) => untilUs > nowUs);
    let until = nowUs;
    for (const clog of this.#clogs) if (clog.from === from && clog.to === to && clog.untilUs > until) until = clog.untilUs;
    return until - nowUs;
  }
}

/** How long the bytes occupy the link, counted from now, what is before them included. */
export function occupyUs(link: Link, nowUs: number, bytes: number): number {
  if (link.bytesPerSecond === 0) return 0;
  const start = Math.max(nowUs, link.busyUntilUs);
  link.busyUntilUs = start + Math.ceil((bytes * 1e6) / link.bytesPerSecond);
  return link.busyUntilUs - nowUs;
}

function plainLink(latencyUs: number): Link {
  return { minUs: latencyUs, maxUs: latencyUs, loss: 0, bytesPerSecond: 0, busyUntilUs: 0 };
}

function toLink({ latencyMs, loss, bytesPerSecond }: LinkOptions): Link {
  const [min, max] = typeof latencyMs === 'object' ? [latencyMs.min, latencyMs.max] : [latencyMs, latencyMs];
  const minUs = min === undefined ? DEFAULT_LATENCY_US : Math.round(min * 1000);
  const maxUs = max === undefined ? DEFAULT_LATENCY_US : Math.round(max * 1000);
  return { minUs, maxUs: Math.max(minUs, maxUs), loss: loss ?? 0, bytesPerSecond: bytesPerSecond ?? 0, busyUntilUs: 0 };
}
