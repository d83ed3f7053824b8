/**
 * One schedule of a distributed scenario, from the start of its nodes to quiescence: whatever may happen next is offered to the decider,
 * one thing happens, and what must hold is judged. It is a generator that stops wherever code of the user has run, because only whoever
 * leads the run can drain the promises it left.
 */
import { RollingHash } from '../../base/rolling-hash.ts';
import type { Chronicle } from '../../decide/chronicle.ts';
import { DecisionDivergence } from '../../decide/divergence.ts';
import type { Footprints } from '../../decide/footprints.ts';
import type { EventFields } from '../event-sink.ts';
import type { Failure } from '../failure.ts';
import type { DecisionMismatch, Outcome } from '../outcome.ts';
import { AgeQueue } from './age-queue.ts';
import { Choices, type OwnTask } from './choices.ts';
import type { Cluster, ClusterFailure, Outlet } from './cluster.ts';
import { FaultStrikes } from './fault-strikes.ts';
import type { Happening, Message, What } from './happening.ts';
import { KvInvariants } from './kv-invariants.ts';
import { Network } from './network.ts';
import { outcomeOf } from './outcome-of.ts';
import type { DistributedProgram, KvInvariant, Part } from './program.ts';
import { ClientScript } from './client-script.ts';
import type { DistributedSettings } from './settings.ts';
import { becomesTrue, type CoreInvariant, type CoreStage, hasCore } from './core-phase.ts';
import { Upcoming } from './upcoming.ts';
import { DistributedVerdict } from './verdict.ts';

/** What a delivery takes. */
const DELIVERY_US = 1000;
const EVENTS_PER_CHECKPOINT = 64;

export class DistributedRun implements CoreStage {
  readonly program: DistributedProgram;
  readonly cluster: Cluster;
  readonly network: Network;
  readonly queue = new AgeQueue<Happening>();
  readonly verdict: DistributedVerdict;
  readonly footprints: Footprints | undefined;
  events = 0;
  readonly #settings: DistributedSettings;
  readonly #chronicle: Chronicle | undefined;
  readonly #choices: Choices;
  readonly upcoming: Upcoming;
  readonly #strikes: FaultStrikes;
  readonly #judged = new Set<string>();
  readonly #script: ClientScript;
  readonly #invariants: KvInvariants;
  readonly #core: readonly CoreInvariant[];
  readonly #hash = new RollingHash();
  readonly #acts: Generator<void, void, void>;
  #messages = 0;
  #truncated = false;
  #isRedundant = false;
  #mismatch: DecisionMismatch | undefined;

  constructor(program: DistributedProgram, createCluster: (outlet: Outlet) => Cluster, settings: DistributedSettings) {
    const { decider } = settings;
    this.program = program;
    this.#settings = settings;
    this.#chronicle = decider.source.chronicle;
    this.footprints = decider.footprints;
    this.verdict = new DistributedVerdict(program);
    this.network = new Network(program.nodes.length, this.queue);
    this.cluster = createCluster(this);
    this.#choices = new Choices(decider, this);
    this.upcoming = new Upcoming(this, this.#chronicle);
    this.#strikes = new FaultStrikes(this, decider);
    const judged = (pointer: string): void => {
      this.#judged.add(pointer);
      settings.evaluated(pointer);
    };
    this.#script = new ClientScript(this, program.steps, judged);
    this.#invariants = new KvInvariants(program, this.cluster, judged);
    this.#core = program.invariants.filter(hasCore);
    this.#acts = this.#lead();
  }

  /** Runs on until promises must be drained; false when the schedule is over. */
  advance(): boolean {
    try {
      return this.#acts.next().done !== true;
    } catch (error) {
      if (!(error instanceof DecisionDivergence)) throw error;
      this.diverged(error);
      return false;
    }
  }

  /** A replay asked something the recording does not answer. */
  diverged({ index, expected, actual, stack = '' }: DecisionDivergence): void {
    this.#mismatch ??= { index, stepPath: '', timeMs: this.nowMs, expected, actual, stack };
  }

  get nowMs(): number {
    return Math.floor(this.cluster.nowUs / 1000);
  }

  get observed(): boolean {
    return this.#settings.sink !== undefined;
  }

  note(name: string, source: 'engine' | 'user', fields: EventFields): void {
    this.#settings.sink?.emit(this.nowMs, name, source, fields);
  }

  /** The schedule ends here, so it matters to everybody whether it came before this. */
  fail(report: ClusterFailure): void {
    if (!this.verdict.hasFailed) this.footprints?.failsHere(false);
    this.verdict.report(report);
  }

  failAt(part: Part, failure: Omit<ClusterFailure, 'place'>): void {
    if (!this.verdict.hasFailed) this.footprints?.failsHere(failure.kind !== 'hang');
    this.verdict.reportAt(part, failure);
  }

  send(from: number, to: number, kind: string, payload: unknown, size: number): void {
    this.#messages += 1;
    this.upcoming.send({ id: this.#messages, from, to, kind, payload, size });
  }

  name(node: number): string {
    return this.program.nodes[node] ?? '';
  }

  outcome(): Outcome {
    return outcomeOf(this, this.#settings, {
      faults: this.#strikes.reports(this.verdict.hasFailed),
      clients: this.#script.names,
      isTruncated: this.#truncated,
      isRedundant: this.#isRedundant,
      nodes: this.program.nodes,
      durations: this.program.durations,
      values: this.program.values,
      judged: this.#judged,
      mismatch: this.#mismatch,
    });
  }

  *#lead(): Generator<void, void, void> {
    for (let node = 0; node < this.program.nodes.length; node += 1) yield* this.startNode(node);
    this.#script.goOn();
    while (!this.verdict.hasFailed) {
      this.#strikes.between();
      const next = this.#next();
      this.#isRedundant = this.footprints?.isRedundant === true;
      if (this.#isRedundant || this.#isPast()) break;
      if (next === undefined) {
        if (!this.#script.isStuck() && this.#script.giveUp()) continue;
        break;
      }
      this.#truncated = this.events >= this.program.stepsMax;
      if (this.#truncated) break;
      yield* this.#perform(next);
      this.#script.hear();
      this.#judge();
      if (this.#core.length > 0 && this.#script.isDone) break;
    }
    if (this.#isRedundant) return;
    if (this.#core.length > 0 && this.#script.isDone) yield* this.#becomeTrue();
    if (!this.hasEnded) this.#judgeEnd();
    if (!this.verdict.isCutOff) this.#seal();
  }

  get hasEnded(): boolean {
    return this.verdict.hasFailed || this.#truncated;
  }

  *#becomeTrue(): Generator<void, void, void> {
    this.#strikes.stop();
    this.#choices.isFair = true;
    for (const invariant of this.#core) if (!this.hasEnded) yield* becomesTrue(this, invariant);
  }

  *goOn(): Generator<void, string | undefined, void> {
    const next = this.#next();
    if (next === undefined || this.#isPast()) return undefined;
    this.#truncated = this.events >= this.program.stepsMax;
    if (this.#truncated) return undefined;
    const step = 'task' in next ? `${this.name(next.node)} ${next.task.label.text}` : `${next.where} ${next.label}`;
    yield* this.#perform(next);
    this.#judge();
    return step;
  }

  breaks(invariant: KvInvariant): Failure | undefined {
    const look = () => this.#invariants.breaks(invariant, this.network.running());
    return this.footprints === undefined ? look() : this.footprints.aside(look);
  }

  *startNode(node: number): Generator<void, void, void> {
    this.network.turn(node, true);
    this.#strikes.effects.started(node, this.events);
    this.cluster.start(node);
    yield* this.drained();
  }

  *drained(): Generator<void, void, void> {
    if (this.cluster.leavesPromises) yield;
  }

  crashNode(node: number): void {
    this.network.turn(node, false);
    this.cluster.crash(node);
    this.#script.lose(node);
  }

  /** Time stands still as long as anything can happen now. */
  #next(): Happening | OwnTask | undefined {
    for (;;) {
      this.network.release(this.cluster.nowUs);
      this.#choices.lookAround();
      if (this.queue.count === 0 && this.#strikes.endLate()) continue;
      if (this.#choices.count > 0) return this.#choices.pick();
      const nextUs = Math.min(this.network.heldUntilUs(), this.#choices.earliestTaskUs());
      const isOver = nextUs === Number.POSITIVE_INFINITY;
      if (this.#script.comes(nextUs) || this.#strikes.timePasses(isOver)) continue;
      if (isOver) return undefined;
      this.cluster.nowUs = Math.max(this.cluster.nowUs, nextUs);
    }
  }

  /** Where a replay was told to stop. */
  #isPast(): boolean {
    const { untilMs } = this.program;
    if (untilMs === undefined || this.nowMs <= untilMs) return false;
    this.verdict.stoppedAt(untilMs);
    return true;
  }

  *#perform(next: Happening | OwnTask): Generator<void, void, void> {
    const queueLength = this.#choices.count;
    if ('task' in next) {
      const { node, task } = next;
      this.#begin(task.cause, task.mark, 'timer', this.name(node), task.label.text, queueLength);
      // Whether it is due depends on the time.
      this.footprints?.readsTime();
      if (this.observed) this.note('timer', 'engine', { name: task.label.text, node: this.name(node) });
      this.cluster.run(node, task);
      yield* this.drained();
      return;
    }
    const { what, where, label, cause, mark } = next;
    this.#begin(cause, mark, what.event, where, label, queueLength);
    if (what.event === 'deliver') {
      yield* this.#deliver(next, what.message);
      return;
    }
    this.queue.remove(next);
    if (what.event === 'step') yield* this.#script.perform(what.step);
    else yield* this.#strikes.end(what.end);
  }

  #begin(cause: number, mark: number, event: What['event'] | 'timer', node: string, label: string, queueLength: number): void {
    this.events += 1;
    this.#chronicle?.runs(cause);
    this.footprints?.begins(mark, 0, 0, this.cluster.nowUs);
    this.#hash.mixString(node);
    this.#hash.mixString(label);
    this.#hash.mix(this.cluster.nowUs);
    if (this.events % EVENTS_PER_CHECKPOINT === 0) this.#seal();
    if (this.observed) this.note('sched_pick', 'engine', { event, label, node, queue_len: queueLength });
  }

  *#deliver(happening: Happening, message: Message): Generator<void, void, void> {
    if (this.footprints !== undefined) this.cluster.touches(this.footprints, message.to, message.payload);
    const fate = this.#strikes.onMessage(happening, message);
    if (fate === 'held') return;
    this.network.take(happening, message);
    if (fate === 'lost') return;
    this.#strikes.effects.arrived(happening, message, this.events);
    this.cluster.nowUs += DELIVERY_US;
    this.footprints?.movesTime();
    const { id, from, to, kind, payload, size } = message;
    if (this.observed) this.note('deliver', 'engine', { from: this.name(from), id, kind, payload_size: size, to: this.name(to) });
    this.cluster.deliver(to, from, payload);
    yield* this.drained();
  }

  #judge(): void {
    if (this.verdict.hasFailed || (this.cluster.checkOwn === undefined && !this.#invariants.areAsked)) return;
    const running = this.network.running();
    this.cluster.checkOwn?.(running);
    const broken = this.#invariants.afterEvent(running, this.footprints);
    if (broken !== undefined && !this.verdict.hasFailed) this.failAt(broken.invariant, broken.failure);
  }

  #judgeEnd(): void {
    const isQuiet = this.queue.count === 0 && this.#choices.earliestTaskUs() === Number.POSITIVE_INFINITY;
    const broken = this.#invariants.atEnd(this.network.running(), isQuiet, this.footprints);
    if (broken !== undefined && !this.verdict.hasFailed) this.failAt(broken.invariant, broken.failure);
  }

  /** A replay must come by here in the same state. */
  #seal(): void {
    this.#settings.decider.checkpoint(this.events, this.#hash.hi, this.#hash.lo);
  }
}
