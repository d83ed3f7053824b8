/** Why a search is over. */
import type { LoopParts } from './loop-parts.ts';

export type StopReason = 'runs' | 'time' | 'failure' | 'stopped';

/** Undefined while it goes on; throws what makes it pointless. */
export function stopReason<I>(parts: LoopParts<I>, executed: number, buckets: number): StopReason | undefined {
  const refused = parts.refusal();
  if (refused !== undefined) throw refused;
  if (parts.stopsAtFirst && buckets > 0) return 'failure';
  if (parts.shared.stopped) return 'stopped';
  if (executed >= parts.runs) return 'runs';
  return parts.isTimeUp() ? 'time' : undefined;
}
