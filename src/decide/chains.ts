/**
 * Causal chains: what takes the place of threads where there are none. The first thing a transition leads to goes on with its chain, as
 * the next step of a request would; everything else it leads to begins a chain of its own. Chains have causal names, so the same chain is
 * found again in another run.
 */
import { Chronicle, NO_CAUSE } from './chronicle.ts';

export class Chains extends Chronicle {
  /** Of each transition, the one its chain began with. */
  readonly #chains: number[] = [NO_CAUSE];
  readonly #ran = new Map<number, number>();
  #running = NO_CAUSE;
  #hasHeir = false;

  override born(what: string): number {
    const number = super.born(what);
    const goesOn = this.#running !== NO_CAUSE && !this.#hasHeir;
    this.#hasHeir ||= goesOn;
    this.#chains[number] = goesOn ? this.chainOf(this.#running) : number;
    return number;
  }

  override runs(number: number): void {
    super.runs(number);
    this.#running = number;
    this.#hasHeir = false;
    if (number === NO_CAUSE) return;
    const chain = this.chainOf(number);
    this.#ran.set(chain, this.ranOf(chain) + 1);
  }

  chainOf(number: number): number {
    return this.#chains[number] ?? number;
  }

  /** How many of its transitions have run. */
  ranOf(chain: number): number {
    return this.#ran.get(chain) ?? 0;
  }

  /** How long each chain has become, by name. */
  lengths(): ReadonlyMap<string, number> {
    return new Map([...this.#ran].map(([chain, ran]) => [this.nameOf(chain), ran]));
  }
}
