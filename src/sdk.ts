/** The SDK: every command as a typed method, in this process or through the program, with streams, builders and errors. */
export type { CallOptions, Seed, Warning } from './sdk/call.ts';
export { Fozzy } from './sdk/client.ts';
export { DistributedScenarioBuilder, ScenarioBuilder, SuitesBuilder } from './sdk/builders.ts';
export type { Validation } from './sdk/builders.ts';
export type { DocumentOf, Documents } from './sdk/documents.ts';
export { FozzyAbortError, FozzyError, FozzyInputError, FozzyProtocolError, FozzySpawnError, FozzyUsageError } from './sdk/errors.ts';
export { EventStream } from './sdk/event-stream.ts';
export type * from './sdk/generated/group-options.ts';
export type * from './sdk/generated/options.ts';
export type { DistributedStep, Fault, Group, Invariant, Step } from './sdk/generated/steps.ts';
export type { ExecOptions, ExecResult, StreamPart } from './sdk/raw.ts';
export type { ClientOptions } from './sdk/transport.ts';
export type { ProgressEvent } from './report/progress.ts';
export type { Finding } from './trace/finding.ts';
export type { RunSummary, Status, TestResult } from './trace/summary.ts';
