/** Timers that were set on real Node and have not fired: what waits for one of them waits for something that will come. */
interface Named {
  readonly machine: string;
  readonly label: string;
  readonly parent: number;
  readonly nth: number;
}

interface Timer extends Named {
  readonly id: number;
  readonly periodic: boolean;
}

export class ComingTimers {
  readonly #timers = new Map<string, Timer>();

  add(timer: Timer): void {
    this.#timers.set(keyOf(timer), timer);
  }

  fired(timer: Named): void {
    this.#timers.delete(keyOf(timer));
  }

  /** Of a process, which numbers its own. */
  cleared(machine: string, id: number): void {
    for (const [key, timer] of this.#timers) if (timer.id === id && timer.machine === machine) this.#timers.delete(key);
  }

  /** The process is gone, and with it all that was to come. */
  forget(machine: string): void {
    for (const [key, timer] of this.#timers) if (timer.machine === machine) this.#timers.delete(key);
  }

  has(timer: Named): boolean {
    return this.#timers.has(keyOf(timer));
  }

  /** One that does not come again and again. */
  get hasSingle(): boolean {
    return [...this.#timers.values()].some(({ periodic }) => !periodic);
  }
}

function keyOf({ machine, label, parent, nth }: Named): string {
  return `${machine} ${label} ${parent} ${nth}`;
}
