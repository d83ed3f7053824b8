/** Finds out which of the last inputs did what was noticed when they were long over: each is executed again, and what comes of it is its own. */
import type { InputForm } from '../input/form.ts';
import type { Change } from '../oracle/intrinsics.ts';
import type { Examiner } from './examine.ts';
import type { LateFailures } from './late-failures.ts';
import type { RecentInputs } from './recent-inputs.ts';

/** So many are executed before anybody waits for what comes of it; more and more, because it was mostly one of the last. */
const GROUP = 32;
const GROWTH = 4;

interface BlameParts<I> {
  readonly form: InputForm<I>;
  readonly examiner: Examiner;
  readonly late: LateFailures;
}

export class Blame<I> {
  readonly #parts: BlameParts<I>;
  readonly #recent: RecentInputs;

  constructor(parts: BlameParts<I>, recent: RecentInputs) {
    this.#parts = parts;
    this.#recent = recent;
  }

  /** For every change an input that makes it, as far as there is one. */
  async *changed(wanted: readonly Change[]): AsyncGenerator<I> {
    const open = new Set(wanted.map(({ path }) => path));
    for (const bytes of this.#recent.stored()) {
      if (open.size === 0) return;
      const made = await this.#call(bytes, undefined);
      const isWanted = made.changes.some(({ path }) => open.has(path));
      for (const { path } of made.changes) open.delete(path);
      if (isWanted && made.input !== undefined) yield made.input;
    }
  }

  /** An input that something fails of when its call is over. */
  async late(): Promise<I | undefined> {
    const { examiner, late } = this.#parts;
    late.track();
    // What others have left behind is not waited for again.
    await examiner.drain();
    late.takeAll();
    const owners = new Map<object, I>();
    let until = GROUP;
    for (const bytes of this.#recent.stored()) {
      const owner = {};
      const { input } = await this.#call(bytes, owner);
      if (input !== undefined) owners.set(owner, input);
      if (owners.size < until && !late.any) continue;
      const blamed = await this.#blamed(owners);
      if (blamed !== undefined) return blamed;
      until = owners.size * GROWTH;
    }
    return this.#blamed(owners);
  }

  async #blamed(owners: ReadonlyMap<object, I>): Promise<I | undefined> {
    const { examiner, late } = this.#parts;
    if (!late.any) await examiner.drain();
    for (const { owner } of late.takeAll()) {
      const input = owner === undefined ? undefined : owners.get(owner);
      if (input !== undefined) return input;
    }
    return undefined;
  }

  async #call(
    bytes: Uint8Array,
    owner: object | undefined,
  ): Promise<{ readonly input: I | undefined; readonly changes: readonly Change[] }> {
    const { form, examiner } = this.#parts;
    const input = form.decode(bytes);
    if (input === undefined) return { input, changes: [] };
    return { input, changes: await examiner.call(bytes, () => form.args(input), owner) };
  }
}
