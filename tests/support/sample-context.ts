/** A context for tests of commands: a project directory, defaults everywhere, and what was warned about. */
import { resolve } from 'node:path';
import type { Context } from '../../src/commands/context.ts';
import { plainPaint } from '../../src/report/paint.ts';
import { defaultConfig } from '../../src/store/config.ts';

export function sampleContext(cwd: string, over: Partial<Context> = {}): Context & { readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  return {
    cwd,
    configPath: resolve(cwd, 'fozzy.toml'),
    configNamed: false,
    config: defaultConfig,
    strict: true,
    backendFlags: {},
    commandLine: ['fozzy'],
    json: false,
    paint: plainPaint,
    columns: 120,
    interactive: false,
    signal: new AbortController().signal,
    progress: () => undefined,
    warn: ({ message }) => warnings.push(message),
    log: () => undefined,
    tell: () => undefined,
    stderrLine: () => undefined,
    waitForEnter: async () => undefined,
    environment: { artifactsFull: false, tracePretty: false },
    ...over,
    warnings,
  };
}
