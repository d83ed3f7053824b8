/**
 * Memory that runs do not give back. The heap and the buffers outside of it are measured now and then, which is cheap; only when they have
 * grown beyond the limit is the garbage collected, which is not, and what is still there after that is kept for good.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 1024 * 1024;
/** What one run, or the runs of one session together, may keep. */
const GROWTH_MAX_MIB = 512;
/** Of what the process may have: beyond this it could end at any moment. */
const SHARE_MAX = 0.8;

let collectGarbage: (() => void) | undefined;

class MemoryWatch {
  #limitMib = GROWTH_MAX_MIB;
  #startBytes = 0;
  /** Bytes kept beyond the limit, once that was seen. */
  exceeded: number | undefined;

  /** Counts from here. What a run before it kept would hide what this one keeps, and it would end later than when it was first made. */
  begin(): void {
    if (this.exceeded !== undefined) collect();
    this.exceeded = undefined;
    this.#startBytes = used();
  }

  /** For the run that begins. */
  limit(limitMib = GROWTH_MAX_MIB): void {
    this.#limitMib = limitMib;
    this.exceeded = undefined;
  }

  /** True when too much is kept. */
  readonly look = (): boolean => {
    if (this.exceeded !== undefined) return true;
    if (!this.#isOver()) return false;
    collect();
    if (!this.#isOver()) return false;
    this.exceeded = Math.max(used() - this.#startBytes, 0);
    return true;
  };

  #isOver(): boolean {
    const { used_heap_size: heap, external_memory: outside, heap_size_limit: limit } = getHeapStatistics();
    const bytes = heap + outside;
    return bytes - this.#startBytes > this.#limitMib * MIB || bytes > limit * SHARE_MAX;
  }
}

/** One process, one memory. */
export const memoryWatch = new MemoryWatch();

export function growthText(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}

function used(): number {
  const { used_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside;
}

/** Node hides the function unless it is asked for at its start; V8 gives it to every context made after the flag was set. */
function collect(): void {
  if (collectGarbage === undefined) {
    setFlagsFromString('--expose-gc');
    const found: unknown = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
    collectGarbage = typeof found === 'function' ? () => void Reflect.apply(found, undefined, []) : () => undefined;
  }
  collectGarbage();
}
