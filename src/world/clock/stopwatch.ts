/** Wall time of a command, for people: when it began, when it ended, how long it took. Never enters a decision. */
export interface Times {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly durationNs: number;
}

const NS_PER_MS = 1_000_000;

/** Started when made; each call of the result reads it. */
export function stopwatch(): () => Times {
  const startedAt = new Date();
  const begun = performance.now();
  return () => {
    const ms = performance.now() - begun;
    return {
      startedAt: startedAt.toISOString(),
      finishedAt: new Date(startedAt.getTime() + ms).toISOString(),
      durationMs: Math.round(ms),
      durationNs: Math.round(ms * NS_PER_MS),
    };
  };
}
