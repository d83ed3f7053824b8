/** Summaries for the tests of this room: one of every kind, with everything in them that can be shown. */
import type { Finding } from '../trace/finding.ts';
import type { RunSummary, TestResult } from '../trace/summary.ts';

const runId = '0c1d5a1e-7c1b-4f0e-9d55-3f1f0a2b9c11';

export const httpFinding: Finding = {
  kind: 'assertion',
  title: 'http_status',
  message: 'expected status 201, got 500',
  fingerprint: '9f3b2c41d0aa71e5',
  location: { file: 'tests/cart.fozzy.json', line: 8, col: 5, stepPath: '/steps/5', details: { a: '201', b: '500' } },
};

const procFinding: Finding = {
  kind: 'assertion',
  title: 'proc_unmatched',
  message: 'Strict proc backend blocked an undeclared subprocess: git status --short. Add a matching `proc_when` step before this one.',
  fingerprint: '11d2f0a94be07c63',
  location: {
    file: 'tests/release.fozzy.json',
    line: 14,
    col: 7,
    stepPath: '/steps/2/steps/0',
    details: {
      command: 'git',
      args: ['status', '--short'],
      scenarioPath: 'tests/release.fozzy.json',
      stepIndex: 2,
      stepPath: '/steps/2/steps/0',
      suggestedProcWhen: { type: 'proc_when', command: 'git', args: ['status', '--short'], exit: 0, stdout: '', stderr: '' },
    },
  },
};

export const base: RunSummary = {
  status: 'pass',
  mode: 'run',
  identity: { runId, seed: '7', reportPath: `.fozzy/runs/${runId}/report.json`, artifactsDir: `.fozzy/runs/${runId}` },
  startedAt: '2030-01-01T00:00:00.100Z',
  finishedAt: '2030-01-01T00:00:00.161Z',
  durationMs: 61,
  durationNs: 60_412_345,
  virtualTimeMs: 0,
  params: {
    det: true,
    backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
    commandLine: ['fozzy', 'run', 'tests/cart.fozzy.json', '--det'],
  },
  findings: [],
  faults: [],
};

export const failedRun: RunSummary = {
  ...base,
  status: 'fail',
  identity: { ...base.identity, tracePath: '/shop/.fozzy/runs/0c1d5a1e/trace.fozzy' },
  virtualTimeMs: 250,
  findings: [httpFinding],
  faults: [
    { id: 'http_when:0', type: 'http_when', stepPath: '/steps/0', armed: true, fired: true, count: 3, firstFiredAtMs: 12 },
    { id: 'net_partition:1', type: 'net_partition', stepPath: '/steps/3', armed: true, fired: false, count: 0 },
  ],
  memory: {
    allocCount: 3,
    freeCount: 2,
    failedAllocCount: 0,
    inUseBytes: 480_000,
    peakBytes: 1_712_000,
    leakedBytes: 480_000,
    leakedAllocs: 1,
  },
};

export function result(over: Partial<TestResult> & Pick<TestResult, 'path'>): TestResult {
  const ordinary = {
    ordinal: 1,
    name: 'example',
    tags: [],
    status: 'pass',
    expected: 'pass',
    ok: true,
    seed: '1077004864840445184',
    durationMs: 4,
  } as const;
  return { ...ordinary, virtualTimeMs: 0, findings: [], ...over };
}

export const failedTest: RunSummary = {
  ...base,
  status: 'error',
  mode: 'test',
  virtualTimeMs: 90_250,
  durationMs: 1_861,
  params: { ...base.params, commandLine: ['fozzy', 'test', '--det', '--seed', '7'] },
  tests: { passed: 3, failed: 4, skipped: 1, notRun: 1 },
  results: [
    result({
      path: 'tests/cart.fozzy.json',
      name: 'cart',
      status: 'fail',
      ok: false,
      seed: '13602118219510175891',
      durationMs: 30,
      virtualTimeMs: 250,
      tracePath: `/shop/.fozzy/runs/${runId}/tests/001-cart/trace.fozzy`,
      findings: [httpFinding],
    }),
    result({
      path: 'tests/release.fozzy.json',
      name: 'release',
      status: 'fail',
      ok: false,
      tracePath: '/shop/my traces/release.fozzy',
      findings: [procFinding],
    }),
    result({ path: 'tests/run.pass.fozzy.json', name: 'run-pass' }),
    result({ path: 'tests/example.fozzy.json', name: 'example', group: 'smoke', durationMs: 1_204 }),
    result({
      path: 'tests/fail.fozzy.json',
      name: 'fails on purpose',
      group: 'known-failures',
      status: 'fail',
      expected: 'fail',
      findings: [httpFinding],
    }),
    result({ path: 'tests/fixed.fozzy.json', name: 'was broken', group: 'known-failures', status: 'pass', expected: 'fail', ok: false }),
    result({
      path: 'tests/slow.fozzy.json',
      name: 'slow',
      group: 'smoke',
      status: 'timeout',
      ok: false,
      virtualTimeMs: 90_000,
      tracePath: '/shop/t/slow.fozzy',
    }),
    result({ path: 'tests/admin.fozzy.json', name: 'admin', status: 'skipped', reason: 'does not match --filter cart' }),
    result({ path: 'tests/last.fozzy.json', name: 'last', status: 'not_run', reason: '--fail-fast after tests/slow.fozzy.json' }),
  ],
  findings: [
    { ...httpFinding, occurrences: 2 },
    { ...procFinding, occurrences: 1 },
  ],
};

export const divergedReplay: RunSummary = {
  ...base,
  status: 'fail',
  mode: 'replay',
  params: { ...base.params, commandLine: ['fozzy', 'replay', 'bug.fozzy', '--json'] },
  findings: [
    { kind: 'checker', title: 'replay_drift', message: 'decision 14 differs from the recording', fingerprint: 'aa00bb11cc22dd33' },
  ],
  replay: {
    reproduced: false,
    recordedStatus: 'fail',
    status: 'pass',
    recordedFingerprints: ['9f3b2c41d0aa71e5'],
    fingerprints: [],
    checksum: 'missing',
    firstDivergence: {
      in: 'decision',
      index: 14,
      stepPath: '/steps/5',
      timeMs: 40,
      expected: { kind: 'rand_u64', value: '877555679359244567' },
      actual: { kind: 'rand_u64', value: '12156072284595000183' },
    },
  },
};

export const shrunk: RunSummary = {
  ...failedRun,
  mode: 'shrink',
  params: { ...base.params, commandLine: ['fozzy', 'shrink', 'bug.fozzy', '--minimize', 'all'] },
  shrink: {
    preserved: true,
    fingerprint: '9f3b2c41d0aa71e5',
    minimal: true,
    stoppedBy: 'minimal',
    candidates: 84,
    out: 'bug.min.fozzy',
    before: { steps: 24, bytes: 18_233, picks: 12, faults: 0 },
    after: { steps: 2, bytes: 912, picks: 1, faults: 0 },
  },
};

export const explored: RunSummary = {
  ...base,
  status: 'fail',
  mode: 'explore',
  identity: { ...base.identity, tracePath: '/shop/.fozzy/runs/0c1d5a1e/trace.fozzy' },
  params: { ...base.params, commandLine: ['fozzy', 'explore', '--seed', '7', 'tests/replica.fozzy.json'] },
  search: {
    strategy: 'dfs',
    schedules: 212,
    distinctSchedules: 187,
    truncatedSchedules: 0,
    events: 2011,
    exhaustive: false,
    stoppedBy: 'failure',
    failingSchedule: 212,
  },
  faults: [
    { id: 'f0', type: 'loss', armed: true, fired: true, count: 96, firstFiredAtMs: 2, inFailure: true },
    { id: 'f1', type: 'crash', armed: true, fired: false, count: 0, inFailure: false },
  ],
  findings: [{ kind: 'invariant', title: 'kv_all_equal', message: 'x differs: a=1 b=1 c=absent', fingerprint: '51c0aa0011bb22cc' }],
};

export const fuzzed: RunSummary = {
  ...base,
  status: 'crash',
  mode: 'fuzz',
  identity: { ...base.identity, tracePath: '/shop/.fozzy/runs/0c1d5a1e/trace.fozzy' },
  params: { ...base.params, commandLine: ['fozzy', 'fuzz', 'fn:src/parse.ts#parse', '--runs', '2000'] },
  fuzz: {
    target: 'fn:src/parse.ts#parse',
    input: 'bytes',
    executed: 2_000,
    execPerSec: 8_123,
    edges: 41,
    corpusDigest: 'b3:77aa',
    corpusAdded: 12,
    stoppedBy: 'runs',
    failures: [{ fingerprint: '77', title: 'uncaught_error', count: 3, tracePath: '/shop/t.fozzy', inputPath: '/shop/crash.bin' }],
  },
  findings: [
    {
      kind: 'target_behavior',
      title: 'uncaught_error',
      message: 'TypeError: Cannot read properties of undefined',
      fingerprint: '77',
      location: { file: 'src/parse.ts', line: 31, col: 9, function: 'parseHeader' },
    },
  ],
};

export const refusedByPolicy: RunSummary = {
  ...base,
  findings: [
    {
      kind: 'checker',
      title: 'never_evaluated',
      message: 'client_get_assert at /distributed/steps/4 was evaluated in no schedule',
      fingerprint: 'f00d',
    },
  ],
  policyError: {
    code: 'strict_warnings',
    message: 'the run passed with 1 warning',
    status: 'pass',
    hint: 'fix the warning or pass --unsafe',
  },
};
