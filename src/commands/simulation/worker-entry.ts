/** The program of a worker: makes one run, or parts of a search, in a process of its own, and ends. Started by worker-process.ts only. */
import { FozzyError } from '../../base/problem.ts';
import { editsOf } from '../../campaign/shrink/left-out.ts';
import { type Answer, AskingDecider } from '../../decide/remote.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { StoppedRun } from '../../sim/run/session.ts';
import { NeedsCode } from '../../sim/subject/needs-code.ts';
import type { Gauged } from '../../trace/profile/measured-run.ts';
import type { RunGauge } from '../profile/run-gauge.ts';
import { SimulationFile } from './open-file.ts';
import type { OpenedSimulation } from './opened-simulation.ts';
import { hear, say } from './worker-channel.ts';
import { type Order, type RunOrder, type Saying, withoutLog } from './worker-protocol.ts';

const exit = process.exit.bind(process);

void answer();

async function answer(): Promise<void> {
  say(await work(hear() as Order)); // the first line is the order, written by worker-process.ts
  exit(0);
}

async function work(order: Order): Promise<Saying> {
  try {
    if (order.is === 'search') return await (await import('./worker-search.ts')).searchOnOrder(order, say, hear);
    return await run(order);
  } catch (error) {
    if (error instanceof NeedsCode) return { is: 'needs', needed: error.needed };
    if (!(error instanceof FozzyError)) return { is: 'broken', message: error instanceof Error ? String(error.stack) : String(error) };
    const { code, message, hint, details } = error;
    return { is: 'refused', code, message, hint, ...(details === undefined ? {} : { details }) };
  }
}

async function run(order: RunOrder): Promise<Saying> {
  const file = await SimulationFile.open(order.file, order.cwd, order.cache);
  const simulation = await file.openSimulation(file.choose(order.name, 'run'), {
    options: { ...order.options, isolation: 'fresh' },
    deadline: order.deadline,
    needed: order.needed,
  });
  const { subject } = simulation;
  const gauge = order.measure === undefined ? undefined : await gaugeFor(order.measure, simulation, order.cwd);
  const decider = new AskingDecider((question) => {
    gauge?.pause();
    say({ is: 'question', question });
    const heard = hear() as Answer; // every question is answered, by process-runner.ts
    gauge?.resume();
    return heard;
  }, order.chronicle);
  const sink = order.observed ? new EventSink() : undefined;
  const edits = { ...editsOf(order.leftOut), transitionsMax: order.transitionsMax, inTurn: order.inTurn };
  say({ is: 'begun' });
  await gauge?.begin();
  try {
    const outcome = await (subject.alone === undefined
      ? subject.session((execute) => execute(decider, sink, edits))
      : subject.alone(decider, sink, edits));
    const measured = await gauge?.end();
    simulation.keepCode();
    return { ...done(outcome, false), last: decider.lastWords, measured };
  } catch (error) {
    if (error instanceof StoppedRun) return { ...done(error.outcome, true), measured: await gauge?.end() };
    throw error;
  }
}

async function gaugeFor(what: Gauged, simulation: OpenedSimulation, root: string): Promise<RunGauge> {
  const { openGauge } = await import('../profile/run-gauge.ts');
  return openGauge(what, (stack) => simulation.mapStack(stack), root);
}

function done(outcome: Outcome, stopped: boolean): Saying & { readonly is: 'done' } {
  return { is: 'done', outcome: withoutLog(outcome), stopped };
}
