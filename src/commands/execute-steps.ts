/** Executes a subject for real: its decisions come from a seed, and from the outside where backends or real time are used. */
import type { U64 } from '../base/u64.ts';
import { Decider } from '../decide/decider.ts';
import { DecisionLog } from '../decide/log.ts';
import { SeededSource } from '../decide/seeded.ts';
import { type Breath, execute } from '../engine/drive.ts';
import type { EventSink } from '../engine/event-sink.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Outside } from '../engine/world.ts';
import type { StepsSubject } from '../campaign/steps-subject.ts';
import { hostClock } from '../world/clock/host.ts';
import { hostFiles } from '../world/fs/host.ts';
import { hostHttp } from '../world/http/host.ts';
import { type HostProcesses, hostProcesses } from '../world/proc/host.ts';
import type { Context } from './context.ts';

export async function executeSteps(subject: StepsSubject, seed: U64, context: Context, sink?: EventSink): Promise<Outcome> {
  const log = new DecisionLog(subject.linked.symbols);
  const processes = subject.settings.backends.proc === 'host' ? processesFor(context) : undefined;
  try {
    return await execute(
      {
        linked: subject.linked,
        settings: subject.settings,
        decider: new Decider(new SeededSource(seed), log),
        world: subject.createWorld(subject.settings.memory),
        outside: subject.settings.det ? undefined : outsideFor(subject, processes, context),
        sink,
      },
      breathOf(context.signal),
    );
  } finally {
    await processes?.close();
  }
}

function processesFor({ cwd, config }: Context): HostProcesses {
  const { hostAllowCommands } = config;
  return hostProcesses({ cwd, env: process.env, ...(hostAllowCommands === undefined ? {} : { allowCommands: hostAllowCommands }) });
}

function outsideFor(subject: StepsSubject, processes: HostProcesses | undefined, { cwd, config, signal }: Context): Outside {
  const { backends } = subject.settings;
  const { hostAllowHosts } = config;
  return {
    clock: hostClock(),
    ...(backends.fs === 'host' ? { files: hostFiles({ root: cwd }) } : {}),
    ...(backends.http === 'host' ? { http: hostHttp(hostAllowHosts === undefined ? {} : { allowHosts: hostAllowHosts }) } : {}),
    ...(processes === undefined ? {} : { proc: processes }),
    signal,
  };
}

function breathOf(signal: AbortSignal): Breath {
  return { isCancelled: () => signal.aborted, pause: () => new Promise((resume) => setImmediate(resume)) };
}
