/** What is to be exported, and where to. */
import type { ExportEntry } from './export-entry.ts';
import type { ExportAbout } from './export-index.ts';

export interface ExportPlan {
  /** Absolute. */
  readonly out: string;
  readonly form: 'zip' | 'directory';
  /** Parents below it must not be symbolic links. */
  readonly cwd: string;
  readonly entries: readonly ExportEntry[];
  readonly about: ExportAbout;
}
