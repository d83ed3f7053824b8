/** Steps of the network simulation: queue, partition, deliver, drop, receive. */
import { cutValue } from '../../base/cut-text.ts';
import { utf8Length } from '../../base/utf8.ts';
import type { MessageOffer } from '../../decide/decider.ts';
import { Kind } from '../../decide/kinds.ts';
import type { NetPort } from '../../world/net/port.ts';
import type { Family } from '../executor.ts';
import { failed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import { matchText, tellMatch } from './expectation.ts';

export const net: Family<
  'net_partition' | 'net_heal' | 'net_set_drop_rate' | 'net_set_reorder' | 'net_send' | 'net_deliver_one' | 'net_recv_assert'
> = {
  net_partition: (step, run, task) => {
    run.faults.arm('net_partition', run.instructionOf(task).pointer, pairOf(step.a, step.b));
    for (let held = run.world.net.partition(step.a, step.b); held > 0; held -= 1) noteHeldBack(run, step.a, step.b);
    return undefined;
  },
  net_heal: (step, run) => {
    run.world.net.heal(step.a, step.b);
    return undefined;
  },
  net_set_drop_rate: (step, run, task) => {
    run.world.net.setDropRate(step.rate);
    run.faults.arm('net_set_drop_rate', run.instructionOf(task).pointer);
    return undefined;
  },
  net_set_reorder: (step, run) => {
    run.world.net.setReorder(step.enabled);
    return undefined;
  },
  net_send: (step, run) => {
    const message = run.world.net.send(step.from, step.to, run.text(step.payload));
    emitMessage(run, 'net_send', message);
    if (run.world.net.isBlocked(step.from, step.to)) noteHeldBack(run, step.from, step.to);
    return undefined;
  },
  net_deliver_one: (step, run, task) => {
    const { net: port } = run.world;
    const count = port.deliverableCount();
    if (count === 0)
      return failed('assertion', 'net_deliver', 'no message can be delivered: the queue is empty or every pair is partitioned');
    const origin = run.instructionOf(task).origin;
    const random = (step.strategy ?? (port.reorder ? 'random' : 'fifo')) === 'random';
    const index = run.decider.pickMessage(new Deliverable(port, random ? count : 1, origin, random));
    const message = port.deliverable(index);
    const dropped = port.dropRate > 0 && run.decider.dropMessage(origin, message.id, port.dropRate);
    port.settle(message.id, dropped);
    emitMessage(run, dropped ? 'net_drop' : 'net_deliver', message);
    if (dropped) run.faults.fireLatest('net_set_drop_rate', run.time.nowMs);
    return undefined;
  },
  net_recv_assert: (step, run) => {
    const match = run.match(step.payload);
    const message = run.world.net.receive(step.node, step.from, match);
    if (message !== undefined) return undefined;
    const inbox = run.world.net.inbox(step.node).map((entry) => ({ id: entry.id, from: entry.from, payload: cutValue(entry.payload) }));
    const from = step.from === undefined ? '' : ` from "${step.from}"`;
    const told = `expected "${step.node}" to have received ${tellMatch(match)}${from}; its inbox holds ${inbox.length} other message(s)`;
    return failed('assertion', 'net_recv_assert', told, { a: matchText(match), b: null, inbox });
  },
};

class Deliverable implements MessageOffer {
  readonly kind = Kind.netPick;
  readonly count: number;
  readonly alwaysDraws: boolean;
  readonly #net: NetPort;
  readonly #call: string;

  constructor(port: NetPort, count: number, call: string, random: boolean) {
    this.alwaysDraws = random;
    this.#net = port;
    this.count = count;
    this.#call = call;
  }

  nameOf(): string {
    return this.#call;
  }

  messageId(index: number): number {
    return this.#net.deliverable(index).id;
  }
}

function emitMessage(run: Stage, name: string, message: { id: number; from: string; to: string; payload: string }): void {
  if (!run.observed) return;
  const payloadSize = utf8Length(message.payload);
  run.emit(name, { id: message.id, from: message.from, to: message.to, payload_size: payloadSize });
  run.emit('capability_net', { op: name.slice('net_'.length), payload_bytes: payloadSize, duration_ms: 0 });
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** A partition takes effect with each message it holds back. */
function noteHeldBack(run: Stage, a: string, b: string): void {
  run.faults.fireLatest('net_partition', run.time.nowMs, pairOf(a, b));
}
