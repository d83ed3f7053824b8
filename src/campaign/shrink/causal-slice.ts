/**
 * Drops at once what does not lie in the past of the failure: answers, faults, clients and nodes of which nothing led to it. The nearest
 * past is tried first, which leaves the least; one that was too small loses the failure and costs one run. What is in the past need not
 * be necessary, so the other passes go on from here.
 */
import type { CausalAnswer } from '../../decide/causal.ts';
import type { Past, Reach } from '../../decide/past.ts';
import { leaveOutClients, leaveOutNodes } from './left-out.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import type { SimulationCandidate } from './simulation-candidate.ts';

export interface SliceOptions {
  readonly wanted: (answer: CausalAnswer) => boolean;
  /** Clients and nodes as well. */
  readonly parts: boolean;
}

const REACHES: readonly Reach[] = ['causes', 'state', 'variables'];

export function causalSlice(options: SliceOptions): ShrinkPass<SimulationCandidate> {
  return {
    name: 'causal slice',
    *offer(from): Offers<SimulationCandidate> {
      const { past } = from.ran;
      if (past === undefined) return;
      for (const reach of REACHES) {
        const within = past.within(reach);
        if (within === undefined) continue;
        const smaller = slice(from, new Slice(past, within), options);
        if (smaller !== undefined && (yield smaller) !== undefined) return;
      }
    },
  };
}

function slice(from: SimulationCandidate, past: Slice, { wanted, parts }: SliceOptions): SimulationCandidate | undefined {
  const { answers, ran } = from;
  const kept = answers.filter((answer, at) => !wanted(answer) || past.needs(answer, ran.givenIn[at] ?? -1));
  const clients = parts ? ran.clients.filter((name) => !past.hasPart(name)) : [];
  const nodes = parts ? ran.nodes.filter((name) => !past.hasPart(name)) : [];
  if (kept.length === answers.length && clients.length === 0 && nodes.length === 0) return undefined;
  return leaveOutNodes(leaveOutClients({ ...from, answers: kept }, clients), nodes);
}

class Slice {
  readonly #past: Past;
  readonly #within: ReadonlySet<number>;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(past: Past, within: ReadonlySet<number>) {
    this.#past = past;
    this.#within = within;
    this.#numbers = new Map(past.events.map(({ name }, at) => [name, at]));
  }

  /** `givenIn` is the event in the course of which the answer was given. */
  needs({ kind, question, answer, calmer }: CausalAnswer, givenIn: number): boolean {
    // What was answered before anything ran, or between two events, may matter to all of them.
    if (kind !== 'transition') return givenIn < 0 || this.#within.has(givenIn);
    const overtaken = [question, ...calmer.map((other) => other.answer)];
    return this.#has(String(answer)) && overtaken.some((name) => this.#hasOrCouldHave(name, String(answer)));
  }

  hasPart(name: string): boolean {
    return [...this.#within].some((at) => isOf(this.#past.events[at]?.what ?? '', name));
  }

  #has(name: string): boolean {
    const at = this.#numbers.get(name);
    return at !== undefined && this.#within.has(at);
  }

  /** It is in the past; or it would be if it came earlier, because it has to do with something there that came before it. */
  #hasOrCouldHave(name: string, overtaker: string): boolean {
    const at = this.#numbers.get(name);
    if (at === undefined || this.#within.has(at)) return true;
    const { exclusive = 0, ownThings = 0 } = this.#past.events[at]?.footprint ?? {};
    for (let between = this.#numbers.get(overtaker) ?? 0; between < at; between += 1) {
      const other = this.#within.has(between) ? this.#past.events[between]?.footprint : undefined;
      if (other !== undefined && ((other.exclusive & exclusive) !== 0 || (other.ownThings & ownThings) !== 0)) return true;
    }
    return false;
  }
}

/** Events are named after the machine they run on; steps of a script end with their place in it. */
function isOf(what: string, name: string): boolean {
  return what.startsWith(`${name} `) || what.endsWith(` ${name}`);
}
