/** Which counters still move in a call that takes long: two looks at them tell a loop that goes round from one that waits for something inside. */
import { siteTable } from '../../sim/load/sites.ts';

export class StuckWatch {
  #call = -1;
  #looks = 0;
  #last: readonly Uint16Array[] = [];
  #moved: readonly Uint8Array[] = [];

  /** Called now and then while the call goes on, from half of its time on. */
  look(call: number): void {
    const { pieces } = siteTable();
    if (call !== this.#call) {
      this.#call = call;
      this.#looks = 0;
      this.#moved = pieces.map(({ length }) => new Uint8Array(length));
    } else {
      for (const [index, piece] of pieces.entries()) {
        const last = this.#last[index];
        const moved = this.#moved[index];
        if (last === undefined || moved === undefined) continue;
        for (let at = 0; at < last.length; at += 1) if (piece[at] !== last[at]) moved[at] = 1;
      }
    }
    this.#looks += 1;
    this.#last = pieces.map((piece) => piece.slice());
  }

  /** Whether this call was looked at more than once, without which nothing can be said. */
  knows(call: number): boolean {
    return this.#call === call && this.#looks > 1;
  }

  get anyMoved(): boolean {
    return this.#moved.some((piece) => piece.includes(1));
  }

  hasMoved(counters: Uint16Array, site: number): boolean {
    const index = siteTable().pieces.findIndex(({ buffer }) => buffer === counters.buffer);
    return this.#moved[index]?.[counters.byteOffset / 2 + site] === 1;
  }
}
