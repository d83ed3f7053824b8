/** Everything that will happen, as it comes up: with its name, its cause, and its place in the queue. */
import { type Chronicle, NO_CAUSE } from '../../decide/chronicle.ts';
import type { Footprints } from '../../decide/footprints.ts';
import { labelOf } from '../transition/label.ts';
import type { AgeQueue } from './age-queue.ts';
import type { Cluster } from './cluster.ts';
import { type FaultEnd, Happening, type Message, type What } from './happening.ts';
import type { Network } from './network.ts';
import type { ScriptStep } from './program.ts';

interface Surroundings {
  readonly queue: AgeQueue<Happening>;
  readonly network: Network;
  readonly cluster: Pick<Cluster, 'nowUs'>;
  readonly footprints: Footprints | undefined;
  name(node: number): string;
}

export class Upcoming {
  readonly #run: Surroundings;
  readonly #chronicle: Chronicle | undefined;

  constructor(run: Surroundings, chronicle: Chronicle | undefined) {
    this.#run = run;
    this.#chronicle = chronicle;
  }

  send(message: Message): void {
    this.#run.network.send(this.#message(message), message);
  }

  /** It has no cause but the script. */
  offerStep(step: ScriptStep): void {
    this.#forgetCause();
    this.#offer({ event: 'step', step }, 'script', `${step.type} ${step.origin}`);
  }

  /** Whatever happened last before it has not caused it. */
  offerEnd(end: FaultEnd): void {
    this.#run.footprints?.forgetCause();
    this.#offer({ event: 'fault', end }, 'fault', `${end.type} ${end.fault}`);
  }

  /** Nothing is left but these messages, in this order, as if they had been sent just now. */
  reorder(messages: readonly Happening[]): void {
    const { network, cluster } = this.#run;
    network.clear();
    for (const { what, where, label, cause, mark } of messages) {
      if (what.event === 'deliver') network.send(new Happening(what, where, label, cluster.nowUs, cause, mark), what.message);
    }
  }

  #forgetCause(): void {
    this.#chronicle?.runs(NO_CAUSE);
    this.#run.footprints?.forgetCause();
  }

  #offer(what: What, where: string, label: string): void {
    const { queue } = this.#run;
    const happening = this.#born(what, where, label);
    queue.add(happening);
    queue.turn(happening, true);
  }

  #message(message: Message): Happening {
    const { from, to } = message;
    return this.#born({ event: 'deliver', message }, this.#run.name(to), `deliver from ${this.#run.name(from)}`);
  }

  #born(what: What, where: string, label: string): Happening {
    const cause = this.#chronicle === undefined ? NO_CAUSE : this.#chronicle.born(`${where} ${label}`);
    const mark = this.#run.footprints?.born(0, labelOf(`${where} ${label}`).hash) ?? 0;
    return new Happening(what, where, label, this.#run.cluster.nowUs, cause, mark);
  }
}
