/**
 * Fozzy as a library: the words of simulations, searches for a test body, and the commands of the CLI as functions, with the same
 * options, the same documents and the same files on disk.
 */
export { FozzyError } from './base/problem.ts';
export type { Problem } from './base/problem.ts';
export type { CommandResult, Options } from './commands/command.ts';
export { describeFozzy } from './commands/describe.ts';
export type { Description } from './commands/describe.ts';
export { check, explore, SimulationFailed } from './commands/simulation/in-process.ts';
export type { Explorable, ExploreOptions, ExploreResult } from './commands/simulation/in-process.ts';
export { performCommand } from './commands/perform-command.ts';
export type { CommandSettings } from './commands/perform-command.ts';
export { parseScenario } from './scenario/parse-scenario.ts';
export type { ParseOptions } from './scenario/parse-scenario.ts';
export type { ParseOutcome, Scenario } from './scenario/scenario.ts';
export type { DiskView } from './sim/disk-view.ts';
export type { FaultSpec } from './sim/fault/fault.ts';
export { faults } from './sim/fault/faults.ts';
export type { NetView } from './sim/net-view.ts';
export type { History } from './sim/scenario/history.ts';
export type { NodeHandle } from './sim/scenario/node-handle.ts';
export type { HistoryModel, HistoryOperation, HistoryVerdict } from './sim/scenario/plan.ts';
export type { ClientOptions, NodeEntry, NodeOptions, Sim } from './sim/scenario/sim.ts';
export { simulation } from './sim/scenario/simulation.ts';
export type { Define, Simulation, SimulationOptions } from './sim/scenario/simulation.ts';
export type { Finding } from './trace/finding.ts';
export type { TraceEvent } from './trace/event.ts';
export type { FaultReport, RunSummary, SearchSection, Status, TestResult } from './trace/summary.ts';
