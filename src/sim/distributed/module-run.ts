/** One schedule of nodes whose code is a module. It must be led inside a session: simulated globals in place, entered from a task of the event loop. */
import { completeRecords } from '../../decide/complete-records.ts';
import type { DistributedProgram } from '../../engine/distributed/program.ts';
import { DistributedRun } from '../../engine/distributed/run.ts';
import type { DistributedSettings } from '../../engine/distributed/settings.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { setActive } from '../active.ts';
import { useAsyncContext } from '../async-context.ts';
import { memoryWatch } from '../contain/memory-watch.ts';
import { drain } from '../drain.ts';
import { tidyGlobals } from '../global/tidy-globals.ts';
import { keepSharedSettings } from '../global/shared-settings.ts';
import { siteTable } from '../load/sites.ts';
import { closeNetwork } from '../net/network.ts';
import type { LedRun } from '../run/session.ts';
import { type ModuleCode, ModuleCluster } from './module-cluster.ts';

class ModuleRun implements LedRun {
  readonly #cluster: ModuleCluster;
  readonly #run: DistributedRun;
  readonly #settings: DistributedSettings;

  constructor(code: ModuleCode, program: DistributedProgram, settings: DistributedSettings) {
    const { decider } = settings;
    memoryWatch.limit();
    this.#settings = settings;
    let cluster: ModuleCluster | undefined;
    this.#run = new DistributedRun(
      program,
      (outlet) => {
        cluster = new ModuleCluster(code, program.nodes, decider, outlet);
        setActive(cluster.kernel);
        return cluster;
      },
      settings,
    );
    if (cluster === undefined) throw new Error('a run makes its cluster');
    this.#cluster = cluster;
  }

  uncaught(error: unknown): void {
    this.#cluster.crashed(this.#cluster.kernel.current, error);
  }

  rejected(reason: unknown): void {
    this.uncaught(reason);
  }

  stopped(limitMs: number): Outcome {
    const { current } = this.#cluster.kernel;
    const message = `${current.name} did not come back from its ${this.#cluster.doing} within ${limitMs} ms of real time`;
    this.#run.fail({ kind: 'hang', title: 'event_loop_blocked', message, place: `${current.name} ${this.#cluster.doing}` });
    this.#cluster.kernel.awaits?.stop();
    setActive(undefined);
    return { ...this.#run.outcome(), log: completeRecords(this.#settings.decider.log), unusedDecisions: 0 };
  }

  /** Stops wherever Node's queues must be drained. */
  *lead(): Generator<void, Outcome, void> {
    while (this.#run.advance()) {
      yield;
      this.#cluster.settle();
    }
    const { kernel } = this.#cluster;
    if (kernel.divergence !== undefined) this.#run.diverged(kernel.divergence);
    kernel.awaits?.stop();
    const outcome = this.#run.outcome();
    const { source } = this.#settings.decider;
    if (source.covered !== undefined) siteTable().forEachHit((block) => source.covered?.(block));
    closeNetwork(kernel);
    for (const machine of kernel.machines) {
      kernel.current = machine;
      machine.goDown({ how: 'exit' });
      yield;
    }
    return outcome;
  }
}

/** The whole schedule; its queues are drained by whoever resumes it. */
export function* leadModule(
  code: ModuleCode,
  program: DistributedProgram,
  settings: DistributedSettings,
  started: (run: LedRun) => void,
): Generator<void, Outcome, void> {
  const putBack = keepSharedSettings();
  try {
    const run = new ModuleRun(code, program, settings);
    started(run);
    return yield* run.lead();
  } finally {
    putBack();
    tidyGlobals();
    useAsyncContext(false);
    setActive(undefined);
  }
}

/** The same in one synchronous call. */
export function executeModule(
  code: ModuleCode,
  program: DistributedProgram,
  settings: DistributedSettings,
  started: (run: LedRun) => void,
): Outcome {
  const acts = leadModule(code, program, settings, started);
  for (;;) {
    const { done, value } = acts.next();
    if (done === true) return value;
    drain();
  }
}
