/** Everything an expected failure takes back. The clock is not part of it: time that passed has passed. */
import type { Stage } from './stage.ts';
import type { Task } from './task.ts';

export interface Checkpoint {
  readonly exclusive: Task | undefined;
  readonly position: number;
  readonly frozen: boolean;
  readonly kv: unknown;
  readonly files: unknown;
  readonly http: unknown;
  readonly proc: unknown;
  readonly net: unknown;
  readonly memory: unknown;
  readonly faults: unknown;
}

export function takeCheckpoint(run: Stage, exclusive: Task | undefined): Checkpoint {
  const { world } = run;
  return {
    exclusive,
    position: run.decider.source.position(),
    frozen: run.time.frozen,
    kv: world.kv.save(),
    files: world.files.save(),
    http: world.http.save(),
    proc: world.proc.save(),
    net: world.net.save(),
    memory: world.memory.save(),
    faults: run.faults.save(),
  };
}

export function returnTo(run: Stage, checkpoint: Checkpoint): void {
  const { world } = run;
  run.decider.source.rewind(checkpoint.position);
  run.time.frozen = checkpoint.frozen;
  world.kv.load(checkpoint.kv);
  world.files.load(checkpoint.files);
  world.http.load(checkpoint.http);
  world.proc.load(checkpoint.proc);
  world.net.load(checkpoint.net);
  world.memory.load(checkpoint.memory);
  run.faults.load(checkpoint.faults);
}
