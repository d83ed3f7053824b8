/** A distributed scenario with the built-in nodes as campaigns see it: nothing of the host takes part, so a run is a plain call. */
import type { DistributedProgram } from '../engine/distributed/program.ts';
import { ReplicatedKv } from '../engine/distributed/replicated-kv.ts';
import { DistributedRun } from '../engine/distributed/run.ts';
import type { Execute, Subject } from './subject.ts';

const EVERY_STEP: ReadonlySet<string> = new Set();

export interface BuiltinParts {
  readonly program: DistributedProgram;
  /** Told of every assert and invariant that was judged. */
  readonly evaluated: (pointer: string) => void;
  /** Lets the host have its turn first, so that signals are heard between sessions. */
  readonly inNextTask: <T>(body: () => T) => Promise<T>;
}

export function builtinSubject({ program, evaluated, inNextTask }: BuiltinParts): Subject {
  const execute: Execute = (decider, sink, edits) => {
    const withoutSteps = edits?.withoutClients ?? EVERY_STEP;
    const run = new DistributedRun(program, (outlet) => new ReplicatedKv(program.nodes, decider, outlet), {
      decider,
      sink,
      withoutSteps,
      evaluated,
    });
    while (run.advance());
    return run.outcome();
  };
  return {
    session: (body) => inNextTask(() => body(execute)),
    recover: () => Promise.resolve(undefined),
  };
}
