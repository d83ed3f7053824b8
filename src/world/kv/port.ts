/** The scenario's key-value store. */
import type { Rollback } from '../rollback.ts';

export interface KvPort extends Rollback {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  /** For did-you-mean in findings. */
  keys(): Iterable<string>;
}
