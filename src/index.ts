/**
 * Fozzy as a library: the commands of the CLI as functions, with the same options, the same
 * documents and the same files on disk.
 */
export { FozzyError } from './base/problem.ts';
export type { Problem } from './base/problem.ts';
export type { CommandResult, Options } from './commands/command.ts';
export { describeFozzy } from './commands/describe.ts';
export type { Description } from './commands/describe.ts';
export { performCommand } from './commands/perform-command.ts';
export type { CommandSettings } from './commands/perform-command.ts';
export { parseScenario } from './scenario/parse-scenario.ts';
export type { ParseOptions } from './scenario/parse-scenario.ts';
export type { ParseOutcome, Scenario } from './scenario/scenario.ts';
export type { Finding } from './trace/finding.ts';
export type { TraceEvent } from './trace/event.ts';
export type { RunSummary, Status, TestResult } from './trace/summary.ts';
