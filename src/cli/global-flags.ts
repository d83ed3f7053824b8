/** The flags every command understands, and the typed form they take once they are parsed. */
import type { Flag, Options } from '../commands/command.ts';
import type { BackendFlags } from '../commands/context.ts';

export const logLevels = ['error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

const procBackends = ['scripted', 'host'] as const;
const fsBackends = ['virtual', 'host'] as const;
const httpBackends = ['scripted', 'host'] as const;

export const globalFlags: readonly Flag[] = [
  { name: 'config', type: { kind: 'path' }, about: 'config file, resolved after --cwd', default: 'fozzy.toml' },
  { name: 'cwd', type: { kind: 'path' }, about: 'working directory for everything else', default: 'the current directory' },
  { name: 'log', type: { kind: 'choice', values: logLevels }, about: 'how much to tell on stderr', default: 'info' },
  { name: 'json', type: { kind: 'switch' }, about: 'print exactly one JSON document on stdout' },
  { name: 'no-color', type: { kind: 'switch' }, about: 'plain text without colour and live progress' },
  { name: 'strict', type: { kind: 'switch' }, about: 'refuse unknown keys and warnings; this is the default', aliases: ['strict-verify'] },
  { name: 'unsafe', type: { kind: 'switch' }, about: 'relax the strict rules; excludes --strict' },
];

/** Accepted everywhere by the grammar; whether a command can honour them is its own property. */
export const backendFlags: readonly Flag[] = [
  { name: 'proc-backend', type: { kind: 'choice', values: procBackends }, about: 'where processes run', default: 'from config' },
  { name: 'fs-backend', type: { kind: 'choice', values: fsBackends }, about: 'where files live', default: 'from config' },
  { name: 'http-backend', type: { kind: 'choice', values: httpBackends }, about: 'who answers requests', default: 'from config' },
];

export interface Globals {
  readonly config: string | undefined;
  readonly cwd: string | undefined;
  readonly log: LogLevel;
  readonly json: boolean;
  readonly color: boolean;
  readonly strict: boolean;
  readonly backends: BackendFlags;
}

export function globalsOf(options: Options): Globals {
  return {
    config: textOf(options['config']),
    cwd: textOf(options['cwd']),
    log: memberOf(logLevels, options['log']) ?? 'info',
    json: options['json'] === true,
    color: options['noColor'] !== true,
    strict: options['unsafe'] !== true,
    backends: backendsOf(options),
  };
}

function backendsOf(options: Options): BackendFlags {
  const proc = memberOf(procBackends, options['procBackend']);
  const fs = memberOf(fsBackends, options['fsBackend']);
  const http = memberOf(httpBackends, options['httpBackend']);
  return { ...(proc && { proc }), ...(fs && { fs }), ...(http && { http }) };
}

function textOf(value: Options[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function memberOf<Member extends string>(members: readonly Member[], value: Options[string]): Member | undefined {
  return members.find((member) => member === value);
}
