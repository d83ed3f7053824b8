/** A sandbox on the real disk for tests of the file backend: a root, a place outside with a secret, and short words for both. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { hostFiles } from '../../src/world/fs/host.ts';
import type { HostFilesPort } from '../../src/world/fs/port.ts';
import type { CallLimits } from '../../src/world/host/port.ts';

export const noLimits: CallLimits = { timeoutMs: undefined, bytesMax: 8 * 1024 * 1024, signal: undefined };

export class SandboxDesk {
  base = '';
  root = '';
  outside = '';
  files: HostFilesPort = hostFiles({ root: tmpdir() });

  open(): void {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-fs-')));
    this.root = join(this.base, 'root');
    this.outside = join(this.base, 'outside');
    mkdirSync(this.root);
    mkdirSync(this.outside);
    writeFileSync(join(this.outside, 'secret'), 'secret');
    this.files = hostFiles({ root: this.root });
  }

  close(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** The content, null for a file that does not exist, or the class of the failure. */
  async read(path: string): Promise<string | null> {
    const answer = await this.files.read(path, noLimits);
    if (answer.kind === 'failed') return `failed: ${answer.error.class}`;
    if (answer.kind !== 'ok') return answer.kind;
    return answer.value.exists ? Buffer.from(answer.value.dataHex, 'hex').toString() : null;
  }

  async write(path: string, data: string): Promise<string> {
    const answer = await this.files.write(path, data, noLimits);
    return answer.kind === 'failed' ? `failed: ${answer.error.class}` : answer.kind;
  }

  /** Every file below the root with its content. */
  disk(): Record<string, string> {
    const entries = readdirSync(this.root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      entries.map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(this.root.length + 1), readFileSync(path, 'utf8')];
      }),
    );
  }
}

/** A fresh one for every test. */
export function sandboxDesk(): SandboxDesk {
  const desk = new SandboxDesk();
  beforeEach(() => desk.open());
  afterEach(() => desk.close());
  return desk;
}
