/**
 * Signals from outside. The first asks the command to stop, tidy up and report what it did; the
 * second ends everything at once, children included.
 */
import { killEverything } from '../commands/kill-everything.ts';

/** SIGHUP too: when a terminal closes, processes that Fozzy started must not live on without it. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface SignalWatch {
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

export function watchSignals(beforeExit: () => void): SignalWatch {
  const controller = new AbortController();
  const listener = () => {
    if (!controller.signal.aborted) {
      controller.abort();
      return;
    }
    beforeExit();
    killEverything();
    process.exit(2);
  };
  for (const signal of signals) process.on(signal, listener);
  const stop = () => {
    for (const signal of signals) process.off(signal, listener);
  };
  return { signal: controller.signal, stop };
}
