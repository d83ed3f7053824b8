/**
 * The key order of a summary, the same in every mode. Parts of a summary come from records that were
 * read back from a trace, where keys are sorted; a document must not show where its parts came from.
 */
import type { Finding } from './finding.ts';
import type { RunParams, RunSummary, SearchSection, ShrinkSection } from './summary.ts';

export function orderSummary(summary: RunSummary): RunSummary {
  const { identity, params, memory, findings, faults, simulation, search, shrink } = summary;
  return inOrder(
    {
      ...summary,
      identity: inOrder(identity, ['runId', 'seed', 'tracePath', 'reportPath', 'artifactsDir', 'parentRunId']),
      params: orderParams(params),
      ...(memory === undefined ? {} : { memory: inOrder(memory, memoryKeys) }),
      ...(simulation === undefined ? {} : { simulation: inOrder(simulation, simulationKeys) }),
      findings: findings.map(orderFinding),
      faults: faults.map((fault) =>
        inOrder(fault, ['id', 'type', 'stepPath', 'armed', 'fired', 'count', 'firstFiredAtMs', 'effect', 'inFailure', 'ordinal']),
      ),
      ...(search === undefined ? {} : { search: orderSearch(search) }),
      ...(shrink === undefined ? {} : { shrink: orderShrink(shrink) }),
    },
    summaryKeys,
  );
}

const summaryKeys: readonly (keyof RunSummary)[] = [
  'status',
  'mode',
  'identity',
  'startedAt',
  'finishedAt',
  'durationMs',
  'durationNs',
  'virtualTimeMs',
  'params',
  'interrupted',
  'tests',
  'results',
  'memory',
  'simulation',
  'findings',
  'faults',
  'search',
  'fuzz',
  'shard',
  'replay',
  'shrink',
  'policyError',
];

const memoryKeys: readonly (keyof NonNullable<RunSummary['memory']>)[] = [
  'allocCount',
  'freeCount',
  'failedAllocCount',
  'inUseBytes',
  'peakBytes',
  'leakedBytes',
  'leakedAllocs',
  'hostPeakRssBytes',
];

const memoryOptionKeys: readonly (keyof NonNullable<RunParams['memory']>)[] = [
  'track',
  'limit_mb',
  'fail_after_allocs',
  'fragmentation_seed',
  'pressure_wave',
  'fail_on_leak',
  'leak_budget_bytes',
  'artifacts',
  'heap_alloc_budget_bytes',
  'heap_in_use_budget_bytes',
];

const simulationKeys: readonly (keyof NonNullable<RunSummary['simulation']>)[] = [
  'file',
  'name',
  'httpPath',
  'isolation',
  'isolationReason',
  'allowed',
  'decisions',
  'transitions',
];

function orderSearch(search: SearchSection): SearchSection {
  const { crashStates } = search;
  return inOrder(
    { ...search, ...(crashStates === undefined ? {} : { crashStates: inOrder(crashStates, ['tried', 'distinct', 'sampled']) }) },
    [
      'strategy',
      'schedules',
      'distinctSchedules',
      'statesVisited',
      'truncatedSchedules',
      'events',
      'crashStates',
      'exhaustive',
      'stoppedBy',
      'failingSchedule',
      'certificate',
    ],
  );
}

function orderShrink(shrink: ShrinkSection): ShrinkSection {
  const sizes: readonly (keyof ShrinkSection['before'])[] = ['steps', 'bytes', 'picks', 'faults'];
  const { before, after } = shrink;
  return inOrder({ ...shrink, before: inOrder(before, sizes), after: inOrder(after, sizes) }, [
    'preserved',
    'fingerprint',
    'minimal',
    'stoppedBy',
    'candidates',
    'inDoubt',
    'reason',
    'out',
    'before',
    'after',
  ]);
}

function orderParams(params: RunParams): RunParams {
  const { backends, memory } = params;
  return inOrder(
    {
      ...params,
      backends: inOrder(backends, ['proc', 'fs', 'http']),
      ...(memory === undefined ? {} : { memory: inOrder(memory, memoryOptionKeys) }),
    },
    ['det', 'timeoutMs', 'backends', 'memory', 'commandLine'],
  );
}

function orderFinding(finding: Finding): Finding {
  const { location } = finding;
  return inOrder(
    {
      ...finding,
      ...(location === undefined ? {} : { location: inOrder(location, ['file', 'line', 'col', 'stepPath', 'function', 'details']) }),
    },
    ['kind', 'title', 'message', 'fingerprint', 'location', 'occurrences'],
  );
}

/** Keys that are not named follow the named ones as they stood. */
function inOrder<Part extends object>(part: Part, keys: readonly (keyof Part)[]): Part {
  const first = Object.fromEntries(keys.filter((key) => key in part).map((key) => [key, part[key]]));
  return { ...first, ...part };
}
