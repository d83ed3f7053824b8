/** Watches the resident memory of a process tree while it runs. Where there is no process table there are no samples. */
import { readRssBytes } from './process-table.ts';
import type { ProcessTree } from './tree.ts';

/** Short enough to see a peak of a tenth of a second, long enough not to be seen by the processor. */
const sampleEveryMs = 50;

export class MemorySampler {
  readonly #tree: ProcessTree;
  readonly #timer: NodeJS.Timeout;
  #peakBytes = 0;
  #count = 0;

  constructor(tree: ProcessTree) {
    this.#tree = tree;
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), sampleEveryMs);
  }

  /** Ends the watch. Nothing is claimed when no process could be measured. */
  stop(): { readonly peakRssBytes?: number; readonly rssSampleCount?: number } {
    clearInterval(this.#timer);
    return this.#count === 0 ? {} : { peakRssBytes: this.#peakBytes, rssSampleCount: this.#count };
  }

  #sample(): void {
    let sumBytes = 0;
    for (const row of this.#tree.members()) sumBytes += readRssBytes(row.pid);
    if (sumBytes === 0) return;
    this.#count += 1;
    this.#peakBytes = Math.max(this.#peakBytes, sumBytes);
  }
}
