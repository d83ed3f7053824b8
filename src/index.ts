/**
 * Fozzy as a library: the words of simulations, searches for a test body, and the commands of the CLI as functions, with the same
 * options, the same documents and the same files on disk.
 */
export type { BudgetOptions } from './check/budget.ts';
export { converged, divergence } from './check/converged.ts';
export type { NodeStates } from './check/converged.ts';
export { linearizable } from './check/linearizable.ts';
export type { LinearizabilityModel, LinearizabilityVerdict } from './check/linearizable.ts';
export { answers } from './check/model.ts';
export type { Model, Step } from './check/model.ts';
export { counter } from './check/model/counter.ts';
export { kv } from './check/model/kv.ts';
export { lock } from './check/model/lock.ts';
export { queue } from './check/model/queue.ts';
export type { QueueState } from './check/model/queue.ts';
export { register } from './check/model/register.ts';
export { set } from './check/model/set.ts';
export { serializable } from './check/serializable.ts';
export type { RegisterTransactionOptions, SerializableOptions, TransactionModel, TransactionVerdict } from './check/serializable.ts';
export type { Anomaly, AnomalyName, Dependency, Level } from './check/transaction/anomaly.ts';
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
export type { NodeContext, NodeHandlers, NodeRequest, NodeViews } from './sim/distributed/node-api.ts';
export type { FaultSpec } from './sim/fault/fault.ts';
export { faults } from './sim/fault/faults.ts';
export type { NetView } from './sim/net-view.ts';
export type { History } from './sim/scenario/history.ts';
export type { NodeHandle } from './sim/scenario/node-handle.ts';
export type { ClientOptions, NodeEntry, NodeOptions, Sim } from './sim/scenario/sim.ts';
export { simulation } from './sim/scenario/simulation.ts';
export type { Define, Simulation, SimulationOptions } from './sim/scenario/simulation.ts';
export type { Finding } from './trace/finding.ts';
export type { TraceEvent } from './trace/event.ts';
export type { HistoryModel, HistoryOperation, HistoryVerdict } from './trace/history.ts';
export type { FaultReport, RunSummary, SearchSection, Status, TestResult } from './trace/summary.ts';
