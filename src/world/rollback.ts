/** State that `assert_throws` can take back: saved at the start of the block, loaded when it ends. */
export interface Rollback {
  /** Opaque to the caller; must not change when the live state does. */
  save(): unknown;
  load(saved: unknown): void;
}
