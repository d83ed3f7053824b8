/** Ephemeral ports of one machine: handed out in order, so that the same run gets the same ones. */

const FIRST = 49_152;
const LAST = 65_535;

export class PortAllocator {
  #next = FIRST;

  /** The next port that nobody uses; undefined when all are taken. */
  take(isTaken: (port: number) => boolean): number | undefined {
    for (let tries = FIRST; tries <= LAST; tries += 1) {
      const port = this.#next;
      this.#next = port === LAST ? FIRST : port + 1;
      if (!isTaken(port)) return port;
    }
    return undefined;
  }
}
