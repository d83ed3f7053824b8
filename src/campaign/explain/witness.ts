/**
 * Looks on while a run is made that is to be explained: which transitions came up in the course of which, in what order they ran, and
 * which code of the user asked for each of them and ran in it. It listens where names are given to causes, so it sees simulations and
 * distributed scenarios alike; a search never pays for it.
 */
import { NO_CAUSE } from '../../decide/chronicle.ts';
import { PastWatch } from '../../decide/past.ts';

/** Sees code run. What stacks and numbers of blocks say is understood by whoever gave them. */
export interface Eyes {
  /** The stack of the user's code that is running, if any is. */
  readStack(): string | undefined;
  /** Blocks of code that ran since this was asked before. */
  readBlocks(): readonly number[];
  /** `look` is called at moments at which code may be running that would otherwise go unseen, until what it returns is called. */
  watch(look: () => void): () => void;
}

export interface WitnessedStep {
  /** By its causes: the same in every run in which it comes up. */
  readonly name: string;
  /** The machine and what it is. */
  readonly what: string;
  /** Stack of the code that asked for it. */
  readonly asked: string | undefined;
  /** Stacks of code that ran in it, in order. */
  readonly ran: readonly string[];
  /** Numbers of the blocks of code that ran in it. */
  readonly blocks: readonly number[];
  /** How many of its kind had begun before it, or undefined where it never ran. */
  readonly turn: number | undefined;
  /** Its events. */
  readonly from: number;
  readonly until: number;
}

interface Kept extends WitnessedStep {
  readonly ran: string[];
  blocks: readonly number[];
  turn: number | undefined;
  from: number;
  until: number;
}

/** More tell nobody more. */
const STACKS_PER_STEP = 12;

export class Witness extends PastWatch {
  readonly #eyes: Eyes;
  readonly #eventsNow: () => number;
  readonly #steps: Kept[] = [];
  #running: Kept | undefined;
  #turns = 0;

  constructor(eyes: Eyes, eventsNow: () => number) {
    super();
    this.#eyes = eyes;
    this.#eventsNow = eventsNow;
  }

  override born(what: string): number {
    const number = super.born(what);
    this.look();
    // What the engine asks for in the course of something was asked for by whoever asked for that.
    const asked = this.#eyes.readStack() ?? this.#running?.asked;
    this.#steps[number] = { name: this.nameOf(number), what, asked, ran: [], blocks: [], turn: undefined, from: 0, until: 0 };
    return number;
  }

  override runs(number: number): void {
    this.close();
    super.runs(number);
    this.#running = number === NO_CAUSE ? undefined : this.#steps[number];
    this.#eyes.readBlocks();
    if (this.#running === undefined) return;
    this.#running.turn = this.#turns;
    this.#running.from = this.#eventsNow();
    this.#turns += 1;
  }

  /** Code may be running that can be seen now. */
  look(): void {
    const { ran } = this.#running ?? {};
    if (ran === undefined || ran.length >= STACKS_PER_STEP) return;
    const stack = this.#eyes.readStack();
    if (stack !== undefined && !ran.includes(stack)) ran.push(stack);
  }

  /** The transition under way is over. */
  close(): void {
    if (this.#running !== undefined) {
      this.#running.until = this.#eventsNow();
      this.#running.blocks = this.#eyes.readBlocks();
    }
    this.#running = undefined;
  }

  /** Everything that came up, whether it ran or not. */
  get steps(): readonly WitnessedStep[] {
    return this.#steps.filter((step) => step as Kept | undefined); // numbers begin with 1
  }
}
