/**
 * Messages delivered to one node, oldest first. A removed message leaves a hole, holes at the front are
 * skipped for good, and the list is packed once half of it is holes: removing the oldest of many
 * messages again and again stays cheap.
 */
import type { NetMessage } from './port.ts';

export class Inbox {
  #slots: (NetMessage | undefined)[];
  #head = 0;
  #live: number;

  constructor(messages: readonly NetMessage[] = []) {
    this.#slots = messages.slice();
    this.#live = messages.length;
  }

  put(message: NetMessage): void {
    this.#slots.push(message);
    this.#live += 1;
  }

  takeFirst(fits: (message: NetMessage) => boolean): NetMessage | undefined {
    for (let at = this.#head; at < this.#slots.length; at += 1) {
      const message = this.#slots[at];
      if (message === undefined || !fits(message)) continue;
      this.#remove(at);
      return message;
    }
    return undefined;
  }

  messages(): NetMessage[] {
    return this.#slots.filter((message) => message !== undefined);
  }

  #remove(at: number): void {
    this.#slots[at] = undefined;
    this.#live -= 1;
    while (this.#head < this.#slots.length && this.#slots[this.#head] === undefined) this.#head += 1;
    if (this.#slots.length > 2 * this.#live) {
      this.#slots = this.messages();
      this.#head = 0;
    }
  }
}
