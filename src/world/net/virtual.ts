/**
 * Message passing between named nodes, without time or chance of its own: the engine says which message
 * is settled and whether it is dropped. Delivering any of n queued messages takes O(log n); partitioning
 * or healing a pair walks the queue once. A check-point is O(1), the first change after it copies.
 */
import { assert, present } from '../../base/assert.ts';
import { type TextMatch, textMatches } from '../../base/text-match.ts';
import { savedStates } from '../saved-state.ts';
import { Inbox } from './inbox.ts';
import type { NetMessage, NetPort } from './port.ts';
import { RankIndex } from './rank-index.ts';

interface State {
  dropRate: number;
  reorder: boolean;
  lastId: number;
  readonly queue: Map<number, NetMessage>;
  readonly deliverable: RankIndex;
  /** Pairs, see pairKey. */
  readonly blocked: Set<string>;
  readonly inboxes: Map<string, Inbox>;
}

const states = savedStates<State>('net');

export function virtualNet(): NetPort {
  return new VirtualNet();
}

class VirtualNet implements NetPort {
  #state: State = emptyState();
  #shared = false;

  get dropRate(): number {
    return this.#state.dropRate;
  }

  get reorder(): boolean {
    return this.#state.reorder;
  }

  setDropRate(rate: number): void {
    this.#writable().dropRate = rate;
  }

  setReorder(enabled: boolean): void {
    this.#writable().reorder = enabled;
  }

  partition(a: string, b: string): number {
    const pair = pairKey(a, b);
    const state = this.#writable();
    if (state.blocked.has(pair)) return 0;
    state.blocked.add(pair);
    const held = queuedIds(state, pair);
    for (const id of held) state.deliverable.add(id, -1);
    return held.length;
  }

  heal(a: string, b: string): void {
    const pair = pairKey(a, b);
    const state = this.#writable();
    if (!state.blocked.delete(pair)) return;
    for (const id of queuedIds(state, pair)) state.deliverable.add(id, 1);
  }

  send(from: string, to: string, payload: string): NetMessage {
    const state = this.#writable();
    state.lastId += 1;
    const message: NetMessage = { id: state.lastId, from, to, payload };
    state.queue.set(message.id, message);
    state.deliverable.append(!this.isBlocked(from, to));
    return message;
  }

  deliverableCount(): number {
    return this.#state.deliverable.total;
  }

  deliverable(index: number): NetMessage {
    assert(index >= 0 && index < this.deliverableCount(), 'the index of a deliverable message is below their count');
    return queued(this.#state, this.#state.deliverable.idAt(index));
  }

  settle(id: number, dropped: boolean): void {
    const state = this.#writable();
    const message = queued(state, id);
    state.queue.delete(id);
    if (!state.blocked.has(pairKey(message.from, message.to))) state.deliverable.add(id, -1);
    if (dropped) return;
    const inbox = state.inboxes.get(message.to);
    if (inbox === undefined) state.inboxes.set(message.to, new Inbox([message]));
    else inbox.put(message);
  }

  receive(node: string, from: string | undefined, payload: TextMatch): NetMessage | undefined {
    return this.#writable()
      .inboxes.get(node)
      ?.takeFirst((message) => (from === undefined || message.from === from) && textMatches(payload, message.payload));
  }

  inbox(node: string): readonly NetMessage[] {
    return this.#state.inboxes.get(node)?.messages() ?? [];
  }

  isBlocked(a: string, b: string): boolean {
    return this.#state.blocked.has(pairKey(a, b));
  }

  save(): unknown {
    this.#shared = true;
    return states.seal(this.#state);
  }

  load(saved: unknown): void {
    this.#state = states.open(saved);
    this.#shared = true;
  }

  #writable(): State {
    if (this.#shared) {
      this.#state = copyOf(this.#state);
      this.#shared = false;
    }
    return this.#state;
  }
}

function emptyState(): State {
  return {
    dropRate: 0,
    reorder: false,
    lastId: 0,
    queue: new Map(),
    deliverable: new RankIndex(),
    blocked: new Set(),
    inboxes: new Map(),
  };
}

function copyOf(state: State): State {
  return {
    ...state,
    queue: new Map(state.queue),
    deliverable: new RankIndex(state.deliverable),
    blocked: new Set(state.blocked),
    inboxes: new Map(Array.from(state.inboxes, ([node, inbox]) => [node, new Inbox(inbox.messages())])),
  };
}

function queuedIds(state: State, pair: string): number[] {
  const ids: number[] = [];
  for (const message of state.queue.values()) {
    if (pairKey(message.from, message.to) === pair) ids.push(message.id);
  }
  return ids;
}

function queued(state: State, id: number): NetMessage {
  return present(state.queue.get(id), 'only a queued message can be settled');
}

/** One text per unordered pair; the length keeps `ab`,`c` apart from `a`,`bc`. */
function pairKey(a: string, b: string): string {
  const [first, second] = a < b ? [a, b] : [b, a];
  return `${first.length}:${first}${second}`;
}
