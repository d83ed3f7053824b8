/** What could not be delivered: the way is cut, or the other machine has no power. It is sent again and again, until the sender gives up. */
import type { Machine } from '../machine.ts';
import type { Network } from './network.ts';
import type { Packet, Receiver } from './packet.ts';

/** First wait before something is sent again; it doubles. */
const FIRST_WAIT_US = 200_000;
/** Linux tries for a quarter of an hour; two minutes show the same error within the time a run has. */
const GIVE_UP_US = 120_000_000;

export interface Sender {
  readonly machine: Machine;
  readonly life: number;
  readonly network: Network;
  dispatch(packet: Packet, extraUs: number): void;
  gaveUp(): void;
}

export function isUnreachable({ network, machine }: Pick<Sender, 'network' | 'machine'>, to: Receiver): boolean {
  return to.isMuted || network.blocks(machine, to.machine) || (to.hasVanished && to.machine.state !== 'running');
}

export class Outbox {
  readonly #sender: Sender;
  #waiting: Packet[] = [];
  #tries = 0;
  #sinceUs = 0;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  keep(packet: Packet): void {
    this.#waiting.push(packet);
    if (this.#waiting.length > 1) return;
    this.#tries = 0;
    this.#sinceUs = this.#sender.machine.kernel.nowUs;
    this.#tryLater();
  }

  #tryLater(): void {
    const { machine } = this.#sender;
    machine.kernel.timer(machine, 'socket.retransmit', FIRST_WAIT_US * 2 ** this.#tries, tryAgain, this);
    this.#tries += 1;
  }

  tryAgain(): void {
    const sender = this.#sender;
    const waiting = this.#waiting;
    const [first] = waiting;
    if (first === undefined || sender.machine.life !== sender.life) return;
    if (!isUnreachable(sender, first.to)) {
      this.#waiting = [];
      for (const packet of waiting) sender.dispatch(packet, 0);
      return;
    }
    if (sender.machine.kernel.nowUs - this.#sinceUs < GIVE_UP_US) {
      this.#tryLater();
      return;
    }
    this.#waiting = [];
    sender.gaveUp();
  }
}

function tryAgain(outbox: unknown): void {
  if (outbox instanceof Outbox) outbox.tryAgain();
}
