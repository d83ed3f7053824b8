/** What shards have in common when they are one run. */
import type { RunSummary } from '../../trace/summary.ts';

/** From the first that began to the last that ended. */
export function wholeTime(summaries: readonly RunSummary[]): Pick<RunSummary, 'startedAt' | 'finishedAt' | 'durationMs' | 'durationNs'> {
  const [startedAt = ''] = summaries.map((summary) => summary.startedAt).sort();
  const finishedAt =
    summaries
      .map((summary) => summary.finishedAt)
      .sort()
      .at(-1) ?? '';
  const durationMs = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  return { startedAt, finishedAt, durationMs, durationNs: durationMs * 1_000_000 };
}

/** The words that make the whole. */
export function wholeCommandLine(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => word !== '--shard' && words[at - 1] !== '--shard' && !word.startsWith('--shard='));
}
