/** How much a run may take before it is given up, and how often the run looks after itself. */
/** A day is nothing here; who keeps the world busy for ever meets the limit of transitions first. */
export const TIMEOUT_MS = 86_400_000;
export const SETTLE_MS = 60_000;
export const START_MS = 10_000;
/** What orchestrators give a process before they kill it. */
export const SHUTDOWN_MS = 30_000;
/** Transitions after which a run is given up, unless a simulation says otherwise. */
export const TRANSITIONS_MAX = 200_000;
/** Often enough to be in time, rare enough to cost nothing. */
export const TRANSITIONS_PER_LOOK = 256;
export const RUNS_PER_LOOK = 64;
/** Only heartbeats for this long: whoever still waits, waits for nothing. */
export const HEARTBEATS_ONLY_US = 60_000_000;
