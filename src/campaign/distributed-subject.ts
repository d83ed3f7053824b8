/** A distributed scenario with the built-in nodes as campaigns see it: nothing of the host takes part, so a run is a plain call. */
import type { DistributedProgram } from '../engine/distributed/program.ts';
import { ReplicatedKv } from '../engine/distributed/replicated-kv.ts';
import { DistributedRun } from '../engine/distributed/run.ts';
import { hasEnough, smallerProgram } from '../engine/distributed/smaller-program.ts';
import type { Execute, Subject } from './subject.ts';

export interface BuiltinParts {
  readonly program: DistributedProgram;
  /** Told of every assert and invariant that was judged. */
  readonly evaluated: (pointer: string) => void;
  /** Lets the host have its turn first, so that signals are heard between sessions. */
  readonly inNextTask: <T>(body: () => T) => Promise<T>;
}

export function builtinSubject({ program: whole, evaluated, inNextTask }: BuiltinParts): Subject {
  const execute: Execute = (decider, sink, edits) => {
    const program = smallerProgram(whole, edits);
    const run = new DistributedRun(program, (outlet) => new ReplicatedKv(program.nodes, decider, outlet), {
      decider,
      sink,
      evaluated,
    });
    while (run.advance());
    return run.outcome();
  };
  return {
    session: (body) => inNextTask(() => body(execute)),
    allows: (edits) => hasEnough(smallerProgram(whole, edits)),
    recover: () => Promise.resolve(undefined),
  };
}
