/** The exact commands that repeat a failure, quoted so that they can be pasted into a shell. */
import { shellWord } from '../base/shell-word.ts';
import type { MemoryOptions, RunSummary, TestResult } from '../trace/summary.ts';
import { subjectOf } from './subject.ts';

/** Undefined when there is nothing to repeat: the run held, or `test` names one command per scenario instead. */
export function replayCommand(summary: RunSummary): string | undefined {
  if (summary.mode === 'shrink' && summary.shrink?.out !== undefined) return `fozzy replay ${shellWord(summary.shrink.out)}`;
  if (summary.mode === 'test' || summary.status === 'pass') return undefined;
  const recorded = summary.identity.tracePath ?? (summary.mode === 'replay' ? subjectOf(summary) : undefined);
  return `fozzy replay ${shellWord(recorded ?? summary.identity.runId)}`;
}

export interface ScenarioCommands {
  /** Repeats what was recorded, without the host. */
  readonly replay?: string;
  /** Executes the scenario again, as it is on disk now. */
  readonly again: string;
}

export function scenarioCommands(result: TestResult, summary: RunSummary): ScenarioCommands {
  const again = againCommand(result, summary);
  return result.tracePath === undefined ? { again } : { replay: `fozzy replay ${shellWord(result.tracePath)}`, again };
}

/** A file that was refused before it ran has nothing to run again; `validate` lists its problems. */
function againCommand(result: TestResult, summary: RunSummary): string {
  const path = shellWord(result.path);
  if (result.status === 'error' && result.tracePath === undefined) return `fozzy validate ${path}`;
  // The search of `test` is the beginning of the search of `explore` with the same seed.
  if (isCode(result.path)) return `fozzy explore ${path} --only ${shellWord(result.name)} --seed ${result.seed}`;
  if (isDistributed(result)) return `fozzy explore ${path} --seed ${result.seed}`;
  const { det, timeoutMs } = summary.params;
  const clock = [det ? ' --det' : '', timeoutMs === undefined ? '' : ` --timeout ${timeoutMs}ms`];
  return `fozzy run ${path} --seed ${result.seed}${clock.join('')}${backendFlags(summary)}${memoryFlags(summary.params.memory)}`;
}

/** The options that change what a scenario experiences; what is reported about it does not matter here. */
function memoryFlags(memory: MemoryOptions | undefined): string {
  if (memory === undefined) return '';
  const valued = [
    ['--mem-limit-mb', memory.limit_mb],
    ['--mem-fail-after', memory.fail_after_allocs],
    ['--mem-fragmentation-seed', memory.fragmentation_seed],
    ['--mem-pressure-wave', memory.pressure_wave],
    ['--leak-budget', memory.leak_budget_bytes],
  ] as const;
  const given = valued.flatMap(([flag, value]) => (value === undefined ? [] : [` ${flag} ${shellWord(String(value))}`]));
  return [...given, memory.fail_on_leak ? ' --fail-on-leak' : ''].join('');
}

function backendFlags(summary: RunSummary): string {
  const { proc, fs, http } = summary.params.backends;
  const flags = [
    proc === 'host' ? ' --proc-backend host' : '',
    fs === 'host' ? ' --fs-backend host' : '',
    http === 'host' ? ' --http-backend host' : '',
  ];
  return flags.join('');
}

/** Simulations are code; everything else is JSON. */
function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/u.test(path);
}

/** Only distributed scenarios have invariants and step pointers below `/distributed`. */
function isDistributed(result: TestResult): boolean {
  return result.findings.some((finding) => finding.kind === 'invariant' || finding.location?.stepPath?.startsWith('/distributed') === true);
}
