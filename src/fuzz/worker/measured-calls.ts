/** Calls of a target that are made to see what they cost, and not what comes of them. */
import type { CostMetric, Measured, Stacks } from '../../trace/profile/profile.ts';
import type { Examiner } from '../loop/examine.ts';
import { pin } from '../target/pinned-world.ts';
import { callsInRound, costOfCall, warmCall } from './call-cost.ts';
import { now } from './clocks.ts';
import type { OpenedTarget } from './opened-target.ts';
import { usedMs } from './processor-time.ts';
import type { FromWorker } from './protocol.ts';

export interface CodePlaces {
  readonly mapStack: (stack: string) => string;
  /** Absolute: what lies below it is the project. */
  readonly root: string;
}

export interface CostMeter {
  begin(): void;
  end(): number;
  close(): void;
}

const NOTHING_AROUND = { begin: () => undefined, end: () => undefined };

/** Both are given by whoever starts the worker. */
export interface Measurers {
  /** Makes a call again and again under a sampler. */
  readonly measure: (parts: CodePlaces & { readonly replay: () => Promise<unknown> }) => Promise<Measured>;
  readonly openMeter: (metric: CostMetric, places: CodePlaces) => Promise<CostMeter>;
}

export class MeasuredCalls {
  readonly #opened: OpenedTarget;
  readonly #examiner: Examiner;
  readonly #measurers: Measurers;
  readonly #places: CodePlaces;
  #isWarm = false;
  /** Kept, because places in the code are looked up once. */
  readonly #meters = new Map<CostMetric, Promise<CostMeter>>();

  constructor(opened: OpenedTarget, examiner: Examiner, measurers: Measurers, root: string) {
    this.#opened = opened;
    this.#examiner = examiner;
    this.#measurers = measurers;
    this.#places = { mapStack: opened.target.mapStack, root };
  }

  async measure(bytes: Uint8Array): Promise<FromWorker> {
    const call = async (times: number): Promise<number | undefined> =>
      (await this.#calls(bytes, times, NOTHING_AROUND)) ? times : undefined;
    // A sampler does not see calls that take less than everything around them.
    const times = (await callsInRound({ call, now, used: usedMs })) ?? 1;
    const measured = await this.#measurers.measure({ ...this.#places, replay: () => call(times) });
    return this.#unlessRefused({ is: 'measured', measured: ofOneCall(measured, times) });
  }

  async cost(bytes: Uint8Array, metric: CostMetric): Promise<FromWorker> {
    const meter = await this.#meterFor(metric);
    const call = async (times: number): Promise<number | undefined> => {
      let cost = 0;
      const end = (): void => {
        cost = meter.end();
      };
      return (await this.#calls(bytes, times, { begin: () => meter.begin(), end })) ? cost : undefined;
    };
    const calls = { call, now, used: usedMs };
    if (!this.#isWarm) await warmCall(calls);
    this.#isWarm = true;
    return this.#unlessRefused({ is: 'costed', cost: await costOfCall(calls) });
  }

  #meterFor(metric: CostMetric): Promise<CostMeter> {
    const known = this.#meters.get(metric) ?? this.#measurers.openMeter(metric, this.#places);
    this.#meters.set(metric, known);
    return known;
  }

  /** False where one did not come back. */
  async #calls(bytes: Uint8Array, times: number, around: Parameters<Examiner['calls']>[2]): Promise<boolean> {
    const { form } = this.#opened;
    const input = form.decode(bytes);
    if (input === undefined) return false;
    pin();
    const lists = Array.from({ length: times }, () => form.args(input));
    return this.#examiner.calls(bytes, lists, around);
  }

  #unlessRefused(answer: FromWorker): FromWorker {
    const refused = this.#opened.refusal();
    if (refused !== undefined) throw refused;
    return answer;
  }
}

/** What was seen of so many calls at a time, as if each had been seen alone. */
function ofOneCall({ cpu, allocations }: Measured, times: number): Measured {
  const each = <S extends Stacks>(seen: S): S => ({
    ...seen,
    stacks: seen.stacks.map((stack) => ({ ...stack, value: stack.value / times })),
  });
  return { cpu: { ...each(cpu), replaysUs: cpu.replaysUs.map((us) => us / times) }, allocations: each(allocations) };
}
