/** What every call to the outside has in common: limits going in, one of four endings coming out. */

/** A host call never throws for something the outside did. Durations are whole ms, rounded up. */
export type HostAnswer<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly error: HostError; readonly durationMs: number }
  | { readonly kind: 'timeout'; readonly partial: Partial<T>; readonly durationMs: number }
  | { readonly kind: 'cancelled'; readonly durationMs: number };

export interface HostError {
  /** System code (ENOENT, ECONNREFUSED …) or one of: limit, denied, path, protocol, url. */
  readonly class: string;
  readonly message: string;
  /** First 2 KiB of what was read, where a limit struck. */
  readonly excerpt?: string;
}

export interface CallLimits {
  /** Milliseconds left until the deadline; undefined = none. */
  readonly timeoutMs: number | undefined;
  /** Per stdout, stderr, body and file. */
  readonly bytesMax: number;
  readonly signal: AbortSignalLike | undefined;
}

/** The part of AbortSignal that a pure room may name. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
