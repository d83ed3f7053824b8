/** Starts the built program as a user would and hands back everything it said. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const bin = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'bin', 'fozzy.js');

export interface RunCliOptions {
  readonly cwd?: string;
  /** Added to an environment that holds only PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Called once the process runs, to send signals or read its output as it comes. */
  readonly meanwhile?: (child: ReturnType<typeof spawn>) => void;
}

export interface CliAnswer {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Stdout as the one document it must be. */
  readonly json: () => Readonly<Record<string, unknown>>;
}

export function runCli(args: readonly string[], options: RunCliOptions = {}): Promise<CliAnswer> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...options.env };
  const child = spawn(process.execPath, [bin, ...args], { cwd: options.cwd ?? tmpdir(), env });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said.stderr += chunk));
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  options.meanwhile?.(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...said, json: () => documentOf(said, signal ?? code) }));
  });
}

/** A folder of its own for one test, gone when the test is over. Values that are no text are written as JSON. */
export function project(files: Readonly<Record<string, string | object>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'fozzy-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
  return folder;
}

/** Exactly one indented object and a final newline; anything else on stdout is a defect. */
export function documentOf(
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  end: unknown,
): Readonly<Record<string, unknown>> {
  if (!stdout.endsWith('\n}\n') && stdout !== '{}\n') {
    throw new Error(`stdout is not one document: ${JSON.stringify(stdout.slice(-200))}, ended with ${String(end)}: ${stderr.slice(-2000)}`);
  }
  return JSON.parse(stdout);
}
