/** Directories that live as long as one test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Only inside a test, which removes it when it is finished. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-store-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
