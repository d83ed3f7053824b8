/** What `doctor` has to say, as data. */
import type { Touches } from '../../sim/inspect/what-it-touches.ts';
import type { DeterminismAudit } from './audit.ts';
import type { Issue, Signal } from './issue.ts';

export interface DoctorDocument {
  readonly schemaVersion: string;
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  readonly nondeterminism_signals: readonly Signal[];
  readonly determinism_audit?: DeterminismAudit;
  /** Of the file that was named. */
  readonly touches?: Touches;
  readonly policyError?: { readonly code: 'strict_doctor'; readonly message: string; readonly hint: string };
}
