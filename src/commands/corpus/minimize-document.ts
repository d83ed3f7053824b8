/** What `corpus minimize` answers. */
export interface MinimizeDocument {
  readonly schemaVersion: string;
  /** False when the budget was used up; the corpus is then as it was. */
  readonly ok: boolean;
  readonly dir: string;
  readonly filesBefore: number;
  readonly filesAfter: number;
  readonly duplicatesRemoved: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly bytesRemoved: number;
  readonly target?: string;
  /** Code blocks in classes of how often they ran, reached by the corpus before and after. */
  readonly features?: number;
  readonly reason?: string;
}
