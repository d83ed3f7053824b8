/** Adds up what is known about equal stacks, whoever saw them. */
import type { Frame, Stacks } from '../../trace/profile/profile.ts';

export class StackTally {
  readonly #tally = new Map<string, { readonly frames: readonly number[]; value: number; count: number }>();

  add(frames: readonly number[], value: number, count: number): void {
    const key = frames.join(' ');
    const known = this.#tally.get(key);
    if (known === undefined) this.#tally.set(key, { frames, value, count });
    else {
      known.value += value;
      known.count += count;
    }
  }

  /** Heaviest first. */
  list(): Stacks['stacks'] {
    return [...this.#tally.values()].sort((a, b) => b.value - a.value);
  }
}

/** Frames of several processes as those of one. */
export class FrameTable {
  readonly frames: Frame[] = [];
  readonly #numbers = new Map<string, number>();

  add(frame: Frame): number {
    const key = `${frame.name}\n${frame.file}\n${frame.line}\n${frame.column}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.frames.push(frame);
    this.#numbers.set(key, this.frames.length - 1);
    return this.frames.length - 1;
  }

  /** The stacks of all of them together. */
  merge(all: readonly Stacks[]): Stacks['stacks'] {
    const tally = new StackTally();
    for (const { frames, stacks } of all) {
      const numbers = frames.map((frame) => this.add(frame));
      for (const each of stacks)
        tally.add(
          each.frames.map((number) => numbers[number] ?? 0),
          each.value,
          each.count,
        );
    }
    return tally.list();
  }
}
