/**
 * The client and fault script of a schedule, step by step in its order. A client waits for its answer before it goes on; one whose node
 * is down, or goes down before it has answered, was unavailable, which is neither a success nor a failure.
 */
import { cutValue } from '../../base/cut-text.ts';
import { textMatches } from '../../base/text-match.ts';
import { SCENARIO } from '../../decide/footprint.ts';
import type { Footprints } from '../../decide/footprints.ts';
import { type Failure, failed } from '../failure.ts';
import { matchText, tellMatch } from '../step/expectation.ts';
import type { ClientCall, Cluster } from './cluster.ts';
import type { ScriptStep } from './program.ts';
import type { Stage } from './stage.ts';

/** Nodes that never come to rest are not waited for longer than this. */
const TURN_US = 1_000_000;

interface Waiting {
  readonly step: ScriptStep;
  readonly call: ClientCall;
}

export class ClientScript {
  readonly #run: Stage;
  readonly #steps: readonly ScriptStep[];
  readonly #evaluated: (pointer: string) => void;
  #next = 0;
  #waiting: Waiting | undefined;
  /** The next step, where steps come in turn. */
  #held: ScriptStep | undefined;
  #heldUntilUs = 0;

  constructor(run: Stage, steps: readonly ScriptStep[], evaluated: (pointer: string) => void) {
    this.#run = run;
    this.#steps = steps;
    this.#evaluated = evaluated;
  }

  /** Those that take part, by the pointers they were written at. */
  get names(): readonly string[] {
    return this.#steps.map(({ origin }) => origin);
  }

  /** Every step has been made, and nobody waits for an answer. */
  get isDone(): boolean {
    return this.#next > this.#steps.length && this.#waiting === undefined;
  }

  /** The next step may run from now on. */
  goOn(): void {
    const step = this.#steps[this.#next];
    this.#next += 1;
    if (step === undefined) return;
    const { program, cluster, upcoming } = this.#run;
    if (program.inTurn !== true) return upcoming.offerStep(step);
    this.#held = step;
    this.#heldUntilUs = cluster.nowUs + TURN_US;
  }

  /** Nothing happens before this time: whether it is the turn of the step that was held back. */
  comes(nextUs: number): boolean {
    if (this.#held === undefined || nextUs <= this.#heldUntilUs) return false;
    this.#run.upcoming.offerStep(this.#held);
    this.#held = undefined;
    return true;
  }

  *perform(step: ScriptStep): Generator<void, void, void> {
    const run = this.#run;
    const { node, peer } = step;
    if (run.footprints !== undefined) noteStep(run.footprints, step, run.cluster);
    const [a, b] = [run.name(node), run.name(peer)];
    switch (step.type) {
      case 'client_put':
      case 'client_get_assert':
        yield* this.#call(step);
        return;
      case 'partition':
        if (run.observed) run.note('partition', 'engine', { a, b });
        run.network.cut(node, peer, 'script');
        break;
      case 'heal':
        if (run.observed) run.note('heal', 'engine', { a, b });
        run.network.heal(node, peer, 'script');
        break;
      case 'crash':
        if (run.observed) run.note('crash', 'engine', { node: a });
        if (run.network.isUp(node)) run.crashNode(node);
        break;
      case 'restart':
        if (run.observed) run.note('restart', 'engine', { node: a });
        if (!run.network.isUp(node)) yield* run.startNode(node);
        break;
      case 'tick':
        if (run.observed) run.note('tick', 'engine', { duration_ms: step.durationMs });
        run.cluster.nowUs += step.durationMs * 1000;
        break;
    }
    this.goOn();
  }

  /** After every event: an answer may have come. */
  hear(): void {
    const waiting = this.#waiting;
    if (waiting === undefined || !waiting.call.isAnswered) return;
    this.#waiting = undefined;
    // The script goes on: whoever answered did that.
    this.#run.footprints?.takes(SCENARIO);
    this.#answered(waiting);
    this.goOn();
  }

  /** The node went down: whoever waits for it waits for nothing. */
  lose(node: number): void {
    if (this.#waiting?.step.node === node) this.giveUp();
  }

  /** Nothing can happen any more, so no answer will come; true when the script goes on after that. */
  giveUp(): boolean {
    const waiting = this.#waiting;
    if (waiting === undefined) return false;
    this.#waiting = undefined;
    this.#unavailable(waiting.step);
    this.goOn();
    return true;
  }

  /**
   * Nothing can happen any more. Where all nodes are up and reach each other nobody can say that a fault is in the way: whoever still waits
   * for a node waits for something that will never come.
   */
  isStuck(): boolean {
    const run = this.#run;
    const waiting = this.#waiting;
    if (waiting === undefined || !run.network.isWhole) return false;
    const { step } = waiting;
    const what = `${step.type === 'client_put' ? 'put' : 'get'} of "${step.key}"`;
    const message = `${run.name(step.node)} never answered the ${what}, all nodes are up and reach each other, and nothing is left that could make it`;
    const waits = run.cluster.waits();
    const { footprints } = run;
    if (footprints !== undefined) {
      run.cluster.touches(footprints, step.node, step);
      footprints.waits(footprints.current.exclusive);
    }
    run.failAt(step, failed('hang', 'client_pending', message, waits === undefined ? undefined : { waits }));
    return true;
  }

  *#call(step: ScriptStep): Generator<void, void, void> {
    const run = this.#run;
    const { node, key } = step;
    if (!run.network.isUp(node)) {
      this.#unavailable(step);
      this.goOn();
      return;
    }
    const isPut = step.type === 'client_put';
    if (run.observed && isPut) run.note('client_put', 'engine', { key, node: run.name(node), value: step.value });
    const call = run.cluster.call(node, { op: isPut ? 'put' : 'get', key, value: isPut ? step.value : undefined });
    yield* run.drained();
    this.#waiting = { step, call };
  }

  #unavailable({ node, key }: ScriptStep): void {
    const run = this.#run;
    run.network.onMissed?.(node);
    if (run.observed) run.note('client_unavailable', 'engine', { key, node: run.name(node) });
  }

  #answered({ step, call }: Waiting): void {
    if (step.type !== 'client_get_assert') return;
    const run = this.#run;
    const { value } = call;
    if (run.observed) run.note('client_get', 'engine', { key: step.key, node: run.name(step.node), value });
    this.#evaluated(step.origin);
    const failure = wrongRead(step, run.name(step.node), value);
    if (failure !== undefined) run.failAt(step, failure);
  }
}

/** Clients have to do with their node and with the script; steps that change who can reach whom, with everything. */
function noteStep(footprints: Footprints, step: ScriptStep, cluster: Cluster): void {
  const { type, node } = step;
  footprints.takes(SCENARIO);
  if (type === 'client_put' || type === 'client_get_assert') cluster.touches(footprints, node, step);
  else if (type === 'tick') footprints.movesTime();
  else footprints.takesEverything();
}

function wrongRead({ key, match, isNull }: ScriptStep, node: string, value: string | null): Failure | undefined {
  const title = 'client_get_assert';
  const what = `"${key}" at ${node}`;
  if (isNull) {
    if (value === null) return undefined;
    return failed('assertion', title, `expected ${what} to be absent, it holds "${cutValue(value)}"`, { a: null, b: value });
  }
  if (match === undefined) {
    return value === null ? failed('assertion', title, `expected ${what} to exist, it is absent`, { a: key, b: null }) : undefined;
  }
  if (value !== null && textMatches(match, value)) return undefined;
  const found = value === null ? 'it is absent' : `it holds "${cutValue(value)}"`;
  return failed('assertion', title, `expected ${what} to be ${tellMatch(match)}, ${found}`, { a: matchText(match), b: value });
}
