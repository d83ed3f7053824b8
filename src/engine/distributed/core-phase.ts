/**
 * What must become true once faults have stopped: for each invariant with a core the nodes of the core come back, all others are dead for
 * good, everything is healed, and from then on what has waited longest happens next. It must become true in its time; a state that comes
 * back instead is the proof that it never has to.
 */
import { canonicalJson } from '../../base/canonical-json.ts';
import { asJson } from '../../base/as-json.ts';
import { compareText } from '../../base/compare.ts';
import { type Circle, CircleWatch, livelock } from '../circle-watch.ts';
import { type Failure, failed } from '../failure.ts';
import type { Happening } from './happening.ts';
import type { KvInvariant } from './program.ts';
import type { Stage } from './stage.ts';

export interface CoreInvariant extends KvInvariant {
  readonly core: readonly number[];
}

export function hasCore(invariant: KvInvariant): invariant is CoreInvariant {
  return invariant.core !== undefined;
}

/** What only the run can do. */
export interface CoreStage extends Stage {
  /** Something happens, whatever has waited longest; its name, or undefined when there is nothing left or the schedule was cut. */
  goOn(): Generator<void, string | undefined, void>;
  /** Undefined when it holds, or when there is nobody of whom it could hold. */
  breaks(invariant: KvInvariant): Failure | undefined;
  readonly hasEnded: boolean;
}

/** Until it is true; or until it is told that it does not become true. */
export function* becomesTrue(run: CoreStage, invariant: CoreInvariant): Generator<void, void, void> {
  yield* keepOnly(run, invariant.core);
  const beganMs = run.nowMs;
  const watch = new CircleWatch();
  for (;;) {
    if (run.hasEnded) return;
    const broken = run.breaks(invariant);
    if (broken === undefined) return;
    const circle = watch.look(run.cluster.nowUs, () => stateOf(run));
    if (circle !== undefined) return run.failAt(invariant, roundAndRound(invariant, circle));
    if (run.nowMs - beganMs > invariant.withinMs) {
      return run.failAt(invariant, late(broken, `not true within ${invariant.withinMs} ms after the last fault`));
    }
    const step = yield* run.goOn();
    if (run.hasEnded) return;
    if (step === undefined) return run.failAt(invariant, late(broken, 'not true, and nothing is left that could make it'));
    watch.saw(step);
  }
}

function late({ kind, title, message, details }: Failure, what: string): Failure {
  return failed(kind, title, `${what}: ${message}`, details);
}

function roundAndRound({ type, key }: KvInvariant, circle: Circle): Failure {
  return livelock(`${type} of ${JSON.stringify(key)}`, circle);
}

function* keepOnly(run: CoreStage, core: readonly number[]): Generator<void, void, void> {
  const { network, program } = run;
  // Whether something happened before this or after it makes a difference to everybody.
  run.footprints?.cut(run.cluster.nowUs);
  if (run.footprints !== undefined) run.footprints.endsEarly = true;
  if (run.observed) run.note('core', 'engine', { nodes: core.map((node) => run.name(node)).join(' ') });
  network.healAll();
  for (let node = 0; node < program.nodes.length; node += 1) {
    if (network.isUp(node) && !core.includes(node)) {
      if (run.observed) run.note('crash', 'engine', { node: run.name(node) });
      run.crashNode(node);
    }
  }
  // Schedules that nobody can tell apart may have left messages in different orders.
  run.upcoming.reorder(network.inFlight().toSorted((a, b) => compareText(orderOf(a), orderOf(b))));
  for (const node of core) {
    if (network.isUp(node)) continue;
    if (run.observed) run.note('restart', 'engine', { node: run.name(node) });
    yield* run.startNode(node);
  }
}

function orderOf({ what }: Happening): string {
  if (what.event !== 'deliver') return '';
  const { from, to, payload } = what.message;
  return canonicalJson(asJson([to, from, payload]));
}

/** Undefined where the code of the nodes does not say what state it is in. */
function stateOf(run: CoreStage): string | undefined {
  const nodes = run.network.running().map((node) => run.cluster.stateOf(node));
  if (nodes.includes(undefined)) return undefined;
  const messages = run.network.inFlight().filter(({ what }) => what.event === 'deliver' && run.network.isUp(what.message.to));
  return [...nodes, ...messages.map(orderOf)].join('\n');
}
