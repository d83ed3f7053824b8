/** Options of a client, as callers without types may give them: what nobody would look at is refused. */
import { nearest } from '../base/nearest.ts';
import { FozzyUsageError } from './errors.ts';
import type { ClientOptions } from './transport.ts';

/** What each may be: one of these texts, or whatever its type says. */
const KNOWN: Readonly<Record<keyof ClientOptions, readonly string[] | undefined>> = {
  transport: ['in-process', 'cli'],
  cwd: undefined,
  config: undefined,
  log: ['error', 'warn', 'info', 'debug', 'trace'],
  strict: undefined,
  backends: undefined,
  signal: undefined,
  bin: undefined,
  env: undefined,
};

export function checkClient(options: ClientOptions): void {
  const known = new Map(Object.entries(KNOWN));
  for (const [name, value] of Object.entries(options)) {
    const values = known.has(name) ? known.get(name) : [];
    if (values === undefined || value === undefined || values.includes(String(value))) continue;
    throw values.length === 0 ? unknownOption(name) : unknownValue(name, String(value), values);
  }
}

function unknownOption(name: string): FozzyUsageError {
  const near = nearest(name, Object.keys(KNOWN));
  const hint = near === undefined ? `use ${Object.keys(KNOWN).join(', ')}` : `did you mean '${near}'?`;
  return new FozzyUsageError({ code: 'usage', message: `unexpected option '${name}' for a client`, hint });
}

function unknownValue(name: string, value: string, values: readonly string[]): FozzyUsageError {
  const hint = `use one of ${values.join(', ')}`;
  return new FozzyUsageError({ code: 'usage', message: `invalid value '${value}' for '${name}'`, hint });
}
