/** Which blocks of the code of the nodes have run in any of the schedules, file by file. Counters are set back before every run, so they are read after each. */
import type { CodeBase } from '../load/code-base.ts';

export interface FileCoverage {
  /** Absolute. */
  readonly path: string;
  readonly blake3: string;
  readonly blocks: number;
  readonly coveredBlocks: number;
}

export class CodeCoverage {
  /** Blocks that ran at all, and the most that were new in one run. */
  covered = 0;
  freshMax = 0;
  runs = 0;
  readonly #codeBase: CodeBase;
  readonly #hit = new Map<string, Uint8Array>();

  constructor(codeBase: CodeBase) {
    this.#codeBase = codeBase;
  }

  /** After a run, before the next one begins. */
  look(): void {
    let fresh = 0;
    for (const { path, counters } of this.#counted()) {
      const hit = this.#hit.get(path) ?? new Uint8Array(counters.length);
      this.#hit.set(path, hit);
      for (let at = 0; at < hit.length; at += 1) {
        if (counters[at] === 0 || hit[at] === 1) continue;
        hit[at] = 1;
        fresh += 1;
      }
    }
    this.runs += 1;
    this.covered += fresh;
    this.freshMax = Math.max(this.freshMax, fresh);
  }

  files(): readonly FileCoverage[] {
    return this.#counted().map(({ path, digest, counters }) => {
      const coveredBlocks = this.#hit.get(path)?.reduce((sum, hit) => sum + hit, 0) ?? 0;
      return { path, blake3: digest, blocks: counters.length, coveredBlocks };
    });
  }

  #counted() {
    return this.#codeBase.modules.filter(({ counting, format }) => counting && format !== 'json');
  }
}
