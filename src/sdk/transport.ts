/** How a call reaches the engine. Two ways, the same answers. */
import type { BackendFlags } from '../commands/context.ts';
import type { CallOptions, OptionValues } from './call.ts';

export interface ClientOptions {
  /** `in-process` unless given. */
  readonly transport?: 'in-process' | 'cli';
  /** Working directory of every call. */
  readonly cwd?: string;
  readonly config?: string;
  readonly log?: 'error' | 'warn' | 'info' | 'debug' | 'trace';
  /** True unless given. */
  readonly strict?: boolean;
  readonly backends?: BackendFlags;
  /** Cancels every call of this client. */
  readonly signal?: AbortSignal;
  /** Of the CLI transport: the program instead of the one beside the engine. */
  readonly bin?: string;
  /** Of the CLI transport: added to the environment of the program. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Call extends CallOptions {
  /** As typed: `trace verify`. */
  readonly command: string;
  readonly options: OptionValues;
}

export type Transport = (call: Call) => Promise<object>;
