/** What two runs of the same thing have in common: documents without ids, times, paths and the words they were started with. */

const varying: ReadonlySet<string> = new Set([
  'runId',
  'parentRunId',
  'tracePath',
  'reportPath',
  'artifactsDir',
  'startedAt',
  'finishedAt',
  'durationMs',
  'durationNs',
  'commandLine',
  'checksum',
  'engine',
]);

/** A copy in which everything that may differ between two equal runs is replaced by its name. */
export function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, varying.has(key) ? `<${key}>` : normalise(member)]));
}
