/** Runs for tests: a real finaliser writing real files into a temporary directory. */
import { DecisionLog } from '../../src/decide/log.ts';
import type { Finding } from '../../src/trace/finding.ts';
import type { Mode, RunSummary, Status } from '../../src/trace/summary.ts';
import type { FileOps } from '../../src/store/file-ops.ts';
import { hostFiles } from '../../src/store/file-ops.ts';
import type { FinaliseInput, FinalisedRun, RunPaths, TraceBody } from '../../src/store/finalise.ts';
import { finaliseRun } from '../../src/store/finalise.ts';
import { newRunId } from '../../src/store/run-id.ts';

export interface SampleOptions {
  readonly status?: Status;
  readonly mode?: Mode;
  readonly runId?: string;
  readonly parentRunId?: string;
  readonly finishedAt?: string;
}

const sampleFinding: Finding = { kind: 'assertion', title: 'fail', message: 'no', fingerprint: '9f3b2c41d0aa71e5' };

export function sampleSummary(paths: RunPaths, options: SampleOptions = {}): RunSummary {
  const status = options.status ?? 'fail';
  return {
    status,
    mode: options.mode ?? 'run',
    identity: {
      runId: options.runId ?? newRunId(),
      seed: '7',
      ...paths,
      ...(options.parentRunId === undefined ? {} : { parentRunId: options.parentRunId }),
    },
    startedAt: '2030-01-01T00:00:00.000Z',
    finishedAt: options.finishedAt ?? '2030-01-01T00:00:00.061Z',
    durationMs: 61,
    durationNs: 60_412_345,
    virtualTimeMs: 250,
    params: { det: true, backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' }, commandLine: ['fozzy', 'run', 'a.fozzy.json'] },
    findings: status === 'pass' ? [] : [sampleFinding],
    faults: [],
  };
}

export function sampleBody(): TraceBody {
  return {
    version: 5,
    engine: { version: '0.1.0' },
    mode: 'run',
    params: { det: true, backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' }, commandLine: ['fozzy', 'run', 'a.fozzy.json'] },
    scenarioPath: 'a.fozzy.json',
    scenario: { version: 1, name: 'a', steps: [{ type: 'fail', message: 'no' }] },
    decisions: new DecisionLog(),
    events: [{ time_ms: 0, name: 'hello', source: 'user', fields: { n: 1 } }],
  };
}

export function sampleInput(cwd: string, options: SampleOptions & Partial<FinaliseInput> = {}): FinaliseInput {
  const { status = 'fail', mode, runId = newRunId(), finishedAt, ...rest } = options;
  const about: SampleOptions = {
    status,
    runId,
    ...(mode === undefined ? {} : { mode }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
  return {
    cwd,
    baseDir: '.fozzy',
    runId,
    status,
    engine: { version: '0.1.0' },
    summarise: (paths) => sampleSummary(paths, about),
    trace: { body: sampleBody },
    events: sampleBody().events,
    ...rest,
  };
}

export function sampleRun(cwd: string, options: SampleOptions & Partial<FinaliseInput> = {}): Promise<FinalisedRun> {
  return finaliseRun(sampleInput(cwd, options));
}

/** The host's files, except that one call of one kind fails with the given errno; `at` counts from 1. */
export function failingFiles(operation: keyof FileOps, at: number, errno: string): FileOps & { readonly calls: () => number } {
  let calls = 0;
  const fail = (): void => {
    calls += 1;
    if (calls === at) throw Object.assign(new Error(`${errno}: simulated`), { errno: -1, code: errno });
  };
  const real = hostFiles[operation] as (...given: readonly unknown[]) => unknown; // One wrapper for all signatures.
  const wrapped = (...given: readonly unknown[]): unknown => {
    fail();
    return real(...given);
  };
  return { ...hostFiles, [operation]: wrapped, calls: () => calls };
}
