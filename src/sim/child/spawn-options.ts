/** The arguments of `spawn` and its relatives in one shape, judged as Node judges them. */
import { invalidArgType, nodeError, refused } from '../node-error.ts';

export interface SpawnOptions {
  readonly cwd?: string | URL;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly stdio?: unknown;
  readonly shell?: boolean | string;
  readonly timeout?: number;
  readonly killSignal?: string | number;
  readonly signal?: AbortSignal;
  readonly serialization?: 'json' | 'advanced';
  readonly detached?: boolean;
  readonly silent?: boolean;
  readonly execPath?: string;
  readonly execArgv?: readonly string[];
  readonly maxBuffer?: number;
  readonly encoding?: string | null;
  readonly input?: string | Uint8Array;
}

export interface SpawnArguments {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
}

export function spawnArguments(file: unknown, second: unknown, third: unknown): SpawnArguments {
  if (typeof file !== 'string') throw invalidArgType('file', 'of type string', file);
  if (file === '') throw nodeError('ERR_INVALID_ARG_VALUE', "The argument 'file' cannot be empty. Received ''", TypeError);
  const hasArgs = Array.isArray(second);
  if (second !== undefined && second !== null && typeof second !== 'object') throw invalidArgType('args', 'an instance of Array', second);
  const args: readonly unknown[] = hasArgs ? second : [];
  const options = hasArgs || second === undefined || second === null ? third : second;
  if (options !== undefined && (typeof options !== 'object' || options === null))
    throw invalidArgType('options', 'of type object', options);
  for (const [at, arg] of args.entries()) {
    if (typeof arg === 'string' && arg.includes('\u0000')) {
      const message = `The argument 'args[${at}]' must be a string without null bytes. Received '${arg}'`;
      throw nodeError('ERR_INVALID_ARG_VALUE', message, TypeError);
    }
  }
  return { file, args: args.map(String), options: options ?? {} };
}

export type StdioTarget = 'pipe' | 'ignore' | 'inherit' | 'ipc' | { readonly write: (chunk: Uint8Array) => unknown };

/** One word for all three, or a list. */
export function stdioTargets(stdio: unknown): readonly StdioTarget[] {
  const list: readonly unknown[] = Array.isArray(stdio) ? stdio : Array.from({ length: 3 }, () => stdio ?? 'pipe');
  const targets = list.map((each, at) => stdioTarget(each, at));
  while (targets.length < 3) targets.push('pipe');
  return targets;
}

function stdioTarget(given: unknown, at: number): StdioTarget {
  if (given === undefined || given === null) return at < 3 ? 'pipe' : 'ignore';
  if (given === 'pipe' || given === 'overlapped') return 'pipe';
  if (given === 'ignore' || given === 'inherit' || given === 'ipc') return given;
  if (typeof given === 'number') {
    if (given < 3) return 'inherit';
    throw refused('Handing an open file to a child process is not simulated; pipe its output and write it yourself.');
  }
  const write: unknown = typeof given === 'object' ? Reflect.get(given, 'write') : undefined;
  if (typeof write === 'function') return { write: (chunk) => Reflect.apply(write, given, [chunk]) };
  throw nodeError(
    'ERR_INVALID_ARG_VALUE',
    `The argument 'stdio' is invalid. Received ${typeof given === 'string' ? `'${given}'` : typeof given}`,
    TypeError,
  );
}
