/** What faults do to a schedule: cut pairs off, crash nodes, lose, double and hold back messages; and how they end before the schedule does. */
import type { Decider } from '../../decide/decider.ts';
import { FAULTS } from '../../decide/footprint.ts';
import type { FaultReport } from '../../trace/summary.ts';
import { FaultEffects } from './fault-effects.ts';
import { type ArmedFault, FaultPlan } from './fault-plan.ts';
import type { FaultEnd, Happening, Message } from './happening.ts';
import type { Stage } from './stage.ts';

/** Until its turn comes; until nothing else can happen; until some timers, timeouts for example, have gone off in the meantime. */
const LASTS = [undefined, 0, 3] as const;

export type Fate = 'arrives' | 'lost' | 'held';

export class FaultStrikes {
  readonly #run: Stage;
  readonly #plan: FaultPlan;
  readonly effects = new FaultEffects();
  #isOver = false;
  /** Ends that wait until nothing else can happen, or until that was so several times and time went on. */
  readonly #late: { readonly end: FaultEnd; jumps: number }[] = [];

  constructor(run: Stage, decider: Decider) {
    this.#run = run;
    this.#plan = new FaultPlan(run.program.faults, decider);
    run.network.onBlocked = (from, to) => this.effects.blocked(from, to);
    run.network.onMissed = (node) => this.effects.missed(node);
  }

  reports(failed: boolean): readonly FaultReport[] {
    this.effects.judge();
    return this.#plan.reports(failed);
  }

  /** From now on none strikes, and those that were to end are taken care of otherwise. */
  stop(): void {
    this.#isOver = true;
    this.#late.length = 0;
  }

  /** Before every event, and before the schedule ends. */
  between(): void {
    if (this.#isOver) return;
    for (const fault of this.#plan.between) {
      const candidates = this.#candidates(fault);
      if (candidates.length === 0 || !this.#plan.strikes(fault, '')) continue;
      this.#run.footprints?.struck(this.#run.cluster.nowUs, false);
      if (fault.spec.type === 'crash') this.#crash(fault, candidates);
      else this.#cutOff(fault, candidates);
    }
  }

  onMessage(happening: Happening, message: Message): Fate {
    if (this.#isOver) return 'arrives';
    for (const fault of this.#plan.ofMessages) {
      const { type, a, b, byMs } = fault.spec;
      if ((a !== undefined && a !== message.from) || (b !== undefined && b !== message.to)) continue;
      this.#run.footprints?.addsTo(FAULTS);
      if (!this.#plan.strikes(fault, ` ${this.#run.name(message.from)} to ${this.#run.name(message.to)}`)) continue;
      this.#run.footprints?.takes(FAULTS);
      this.#fired(fault, { from: this.#run.name(message.from), message: message.id, to: this.#run.name(message.to) });
      if (type === 'loss') {
        this.effects.lost(fault, message);
        return 'lost';
      }
      if (type === 'delay') {
        this.effects.held(fault, happening, this.#run.events);
        this.#run.footprints?.readsTime();
        this.#run.network.hold(happening, this.#run.cluster.nowUs + byMs * 1000);
        return 'held';
      }
      this.effects.doubled(fault, message);
      this.#run.upcoming.send(message);
    }
    return 'arrives';
  }

  /** Nothing else can happen at this time: what was to last until then ends now. True when there was something. */
  endLate(): boolean {
    const ends = this.#late.filter(({ jumps }) => jumps === 0);
    for (const late of ends) {
      this.#late.splice(this.#late.indexOf(late), 1);
      this.#run.upcoming.offerEnd(late.end);
    }
    return ends.length > 0;
  }

  /** Time goes on to the next timer; `isOver` says that there is none. True when something ends because of that. */
  timePasses(isOver: boolean): boolean {
    for (const late of this.#late) late.jumps = isOver ? 0 : Math.max(0, late.jumps - 1);
    return isOver && this.endLate();
  }

  *end(end: FaultEnd): Generator<void, void, void> {
    const run = this.#run;
    run.footprints?.takesEverything();
    if (end.type === 'heal') {
      if (run.observed) run.note('heal', 'engine', { a: run.name(end.a), b: run.name(end.b) });
      run.network.heal(end.a, end.b, 'fault');
      this.effects.healed(end.a, end.b, run.events);
    } else if (!run.network.isUp(end.node)) {
      if (run.observed) run.note('restart', 'engine', { node: run.name(end.node) });
      yield* run.startNode(end.node);
    }
  }

  /** Nodes it could crash, or nodes that could be the first of a pair. */
  #candidates({ spec, isSpent }: ArmedFault): readonly number[] {
    if (isSpent) return [];
    const { network, program } = this.#run;
    if (spec.type === 'crash') return network.running().filter((node) => spec.a === undefined || spec.a === node);
    const first = spec.a ?? spec.b;
    if (first !== undefined) return this.#peersOf(first, spec.a === undefined ? undefined : spec.b).length === 0 ? [] : [first];
    return program.nodes.map((_name, node) => node).filter((node) => this.#peersOf(node, undefined).length > 0);
  }

  #peersOf(node: number, wanted: number | undefined): readonly number[] {
    const { network, program } = this.#run;
    return program.nodes
      .map((_name, peer) => peer)
      .filter((peer) => peer !== node && (wanted === undefined || peer === wanted) && !network.isCut(node, peer));
  }

  #crash(fault: ArmedFault, candidates: readonly number[]): void {
    const run = this.#run;
    const node = candidates[this.#plan.choose(fault, 'node', candidates.length)] ?? 0;
    this.#fired(fault, { node: run.name(node) });
    if (run.cluster.wouldForget(node)) fault.mattered = true;
    this.effects.crashed(fault, node, run.events);
    run.crashNode(node);
    if (fault.spec.ends) this.#endLater(fault, { type: 'restart', fault: fault.spec.id, node });
  }

  #cutOff(fault: ArmedFault, candidates: readonly number[]): void {
    const run = this.#run;
    const { spec } = fault;
    const a = candidates[this.#plan.choose(fault, 'side', candidates.length)] ?? 0;
    const peers = this.#peersOf(a, spec.a === undefined ? undefined : spec.b);
    const b = peers[this.#plan.choose(fault, 'peer', peers.length)] ?? 0;
    this.#fired(fault, { a: run.name(a), b: run.name(b) });
    this.effects.cut(fault, a, b, run.events);
    run.network.cut(a, b, 'fault');
    if (spec.ends) this.#endLater(fault, { type: 'heal', fault: spec.id, a, b });
  }

  /** Short faults and long ones find different bugs. */
  #endLater(fault: ArmedFault, end: FaultEnd): void {
    const jumps = LASTS[this.#plan.choose(fault, 'lasts', LASTS.length)];
    if (jumps === undefined) this.#run.upcoming.offerEnd(end);
    else this.#late.push({ end, jumps });
  }

  #fired(fault: ArmedFault, fields: { readonly [name: string]: string | number }): void {
    const run = this.#run;
    this.#plan.fired(fault, run.nowMs);
    if (run.observed) run.note('fault', 'engine', { id: fault.spec.id, type: fault.spec.type, ...fields });
  }
}
