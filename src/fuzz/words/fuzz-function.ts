/**
 * `fuzzFunction(fn, { input })`: searches for inputs that break a function of the program that asks, in this process. Code that is already
 * loaded has no counters, so inputs are made by generators and not led by coverage; a promise that does not settle is a finding, but code
 * that never comes back cannot be ended here, only told of. A module path given to `fozzy fuzz` has both. Failures are shrunk by the one shrinker.
 */
import { parseU64, renderU64, type U64 } from '../../base/u64.ts';
import { FozzyError } from '../../base/problem.ts';
import type { Finding } from '../../trace/finding.ts';
import { fingerprintOf } from '../../trace/fingerprint.ts';
import type { Status } from '../../trace/summary.ts';
import { g } from '../input/g.ts';
import type { Gen } from '../input/gen.ts';
import { TupleGen } from '../input/gen-collection.ts';
import { makesStreams } from '../input/makes-streams.ts';
import { sourceOfArgs } from '../input/render-source.ts';
import { nextTurn } from '../loop/promises.ts';
import type { Law } from '../loop/target-parts.ts';
import { errorText } from '../oracle/bucket.ts';
import { against, idempotent, propertyLaw, roundTrip, streamLaw } from '../oracle/laws.ts';
import { PropertyCheck } from '../property/check-property.ts';
import { failureIdentity } from '../property/failure-identity.ts';
import { perform } from '../property/maybe-async.ts';
import { PropertyFailed } from '../property/property-failed.ts';
import { type DeclaredTarget, declaredTargets } from './declared-targets.ts';
import { HangReport } from './hang-report.ts';
import { type ArgumentsOf, fuzz, type FuzzInput, type TargetOptions } from './fuzz-target.ts';

export interface FuzzFunctionOptions<I extends FuzzInput, R> extends Omit<TargetOptions<I, R>, 'run' | 'dictionary' | 'maxSize'> {
  /** How findings name the function; its own name unless given. */
  readonly name?: string;
  /** Inputs to try at most; 1000 unless given. */
  readonly runs?: number;
  /** Real time to spend at most, in milliseconds. */
  readonly timeMs?: number;
  /** The same seed tries the same inputs; 0 unless given. */
  readonly seed?: number | bigint | string;
  /**
   * How long one call may take, in milliseconds; 10000 unless given. A promise that has not settled by then is a finding. Code that does not
   * come back at all keeps the thread it runs in: its input is told on standard error, and the process has to be ended from outside.
   */
  readonly hangMs?: number;
  /** Real time to spend on making a failing input smaller, at most; 4000 unless given. */
  readonly shrinkMs?: number;
  readonly signal?: AbortSignal;
}

export interface FuzzFunctionResult<A extends readonly unknown[] = readonly unknown[]> {
  readonly status: Status;
  readonly name: string;
  readonly seed: string;
  /** Inputs that were tried, without those of the shrinker. */
  readonly executed: number;
  readonly stoppedBy: 'failure' | 'runs' | 'time' | 'interrupted';
  readonly findings: readonly Finding[];
  /** The smallest input that fails. */
  readonly failure?: {
    readonly args: A;
    /** The same as source. */
    readonly source: string;
    readonly isMinimal: boolean;
    readonly error: Error;
  };
}

const RUNS = 1000;
const SHRINK_MS = 4000;
const HANG_MS = 10_000;
/** How long the event loop may wait for its turn. */
const BREATH_MS = 50;

/** A failure is a result; only what cannot be searched at all rejects. */
export async function fuzzFunction<const I extends FuzzInput, R>(
  run: (...args: ArgumentsOf<I>) => R,
  options: FuzzFunctionOptions<I, R>,
): Promise<FuzzFunctionResult<ArgumentsOf<I>>> {
  const { name = run.name === '' ? 'function' : run.name, runs = RUNS, timeMs, shrinkMs = SHRINK_MS } = options;
  const [target] = declaredTargets([fuzz.target(name, { ...options, run })], name);
  if (target === undefined) throw new FozzyError('fuzz_target_invalid', `${name} cannot be fuzzed`);
  const seed = seedOf(options.seed);
  const hangMs = hangLimit(options.hangMs);
  const report = new HangReport(name, renderU64(seed.hi, seed.lo), hangMs);
  const search = new Search(target, { timeMs, shrinkMs, hangMs, signal: options.signal }, report);
  const check = new PropertyCheck({
    generator: generatorOf(target),
    body: (...args) => search.call(args),
    runs,
    seed,
    examples: examplesOf(options, target),
    replay: undefined,
    isTimeUp: () => search.isShrinkOver(),
  });
  const failed = await failureOf(() => perform(check.work())).finally(() => report.close());
  const told = { name, seed: renderU64(seed.hi, seed.lo), executed: search.executed };
  if (failed === undefined) return { status: 'pass', ...told, stoppedBy: 'runs', findings: [] };
  const { error, values, args: source, isMinimal } = failed.report;
  if (error === STOP) {
    const isInterrupted = options.signal?.aborted === true;
    return { status: isInterrupted ? 'error' : 'pass', ...told, stoppedBy: isInterrupted ? 'interrupted' : 'time', findings: [] };
  }
  const finding = findingOf(error, name);
  const failure = {
    // Drawn by the generator these arguments belong to.
    args: values as unknown as ArgumentsOf<I>,
    source,
    isMinimal,
    error: error instanceof Error ? error : new Error(String(error), { cause: error }),
  };
  const status = error instanceof Unsettled ? 'timeout' : error instanceof LawBroken ? 'fail' : 'crash';
  return { status, ...told, stoppedBy: 'failure', findings: [finding], failure };
}

/** Thrown to end a search that is not over. */
const STOP = new Error('the search was told to stop');

/** A law that a result does not obey. */
class LawBroken extends Error {
  override readonly name: string;

  constructor(title: string, message: string) {
    super(message);
    this.name = title;
    // Where it was noticed says nothing; the law is its identity.
    this.stack = `${title}: ${message}`;
  }
}

/** A promise that has not settled in time. */
class Unsettled extends Error {
  override readonly name = 'Unsettled';

  constructor(limitMs: number) {
    super(`the promise it returned did not settle within ${limitMs} ms`);
    this.stack = this.message;
  }
}

interface Limits {
  readonly timeMs: number | undefined;
  readonly shrinkMs: number;
  readonly hangMs: number;
  readonly signal: AbortSignal | undefined;
}

class Search {
  executed = 0;
  readonly #target: DeclaredTarget;
  readonly #laws: readonly Law[];
  readonly #limits: Limits;
  readonly #report: HangReport;
  readonly #begin = performance.now();
  #breathed = performance.now();
  #shrinkUntil: number | undefined;

  constructor(target: DeclaredTarget, limits: Limits, report: HangReport) {
    this.#target = target;
    this.#limits = limits;
    this.#report = report;
    this.#laws = lawsOf(target);
  }

  isShrinkOver(): boolean {
    this.#shrinkUntil ??= performance.now() + this.#limits.shrinkMs;
    return this.#limits.signal?.aborted === true || performance.now() > this.#shrinkUntil;
  }

  /** Synchronous like the function itself, but that somebody else gets a turn now and then. */
  call(args: readonly unknown[]): unknown {
    if (performance.now() - this.#breathed < BREATH_MS) return this.#tried(args);
    return nextTurn().then(() => {
      this.#breathed = performance.now();
      return this.#tried(args);
    });
  }

  #tried(args: readonly unknown[]): unknown {
    if (this.#shrinkUntil === undefined) {
      if (this.#isOver()) throw STOP;
      this.executed += 1;
    }
    try {
      this.#report.begin(sourceOfArgs(args));
      let result: unknown;
      try {
        result = this.#target.call(...args);
      } finally {
        this.#report.end();
      }
      if (this.#laws.length === 0 && !isPromise(result)) return undefined;
      return this.#judged(result, args);
    } catch (error) {
      if (this.#target.isExpected(error)) return undefined;
      throw error;
    }
  }

  async #judged(given: unknown, args: readonly unknown[]): Promise<void> {
    let result: unknown;
    try {
      result = await this.#settled(given);
    } catch (error) {
      if (!(error instanceof Unsettled) && this.#target.isExpected(error)) return;
      throw error;
    }
    for (const law of this.#laws) {
      const broken = await law(args, result);
      if (broken !== undefined) throw new LawBroken(broken.title, broken.message);
    }
  }

  async #settled(given: unknown): Promise<unknown> {
    if (!isPromise(given)) return given;
    const { hangMs } = this.#limits;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Unsettled(hangMs)), hangMs);
    });
    try {
      return await Promise.race([given, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #isOver(): boolean {
    const { timeMs, signal } = this.#limits;
    return signal?.aborted === true || (timeMs !== undefined && performance.now() - this.#begin > timeMs);
  }
}

function hangLimit(given: number = HANG_MS): number {
  if (Number.isFinite(given) && given > 0) return given;
  throw new FozzyError('usage', `invalid hangMs ${given}: it is a number of milliseconds above 0`);
}

function lawsOf({ call, input, isSplit, property, against: other, inverse, isIdempotent }: DeclaredTarget): readonly Law[] {
  return [
    ...(input.name === 'choices' && makesStreams(input.form) ? [streamLaw(call, isSplit)] : []),
    ...(property === undefined ? [] : [propertyLaw(property)]),
    ...(other === undefined ? [] : [against(other, 'the other one', call)]),
    ...(inverse === undefined ? [] : [roundTrip(inverse, 'its inverse', call)]),
    ...(isIdempotent ? [idempotent(call)] : []),
  ];
}

function generatorOf({ input }: DeclaredTarget): Gen<readonly unknown[]> {
  if (input.name === 'choices') return input.generator;
  return new TupleGen([input.name === 'bytes' ? g.bytes() : g.string()]);
}

/** Seeds of plain forms are kept as bytes for a corpus, which there is none of here. */
function examplesOf({ seeds = [] }: { readonly seeds?: readonly unknown[] }, target: DeclaredTarget): readonly (readonly unknown[])[] {
  return target.input.name === 'choices' ? target.examples : seeds.map((seed) => [seed]);
}

async function failureOf(work: () => unknown): Promise<PropertyFailed | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof PropertyFailed) return error;
    throw error;
  }
}

function findingOf(error: unknown, name: string): Finding {
  if (error instanceof Unsettled)
    return {
      kind: 'hang',
      title: 'hang',
      message: error.message,
      fingerprint: fingerprintOf('hang', 'hang', { file: name, place: 'unsettled' }),
    };
  const title = error instanceof LawBroken ? error.name : 'uncaught_error';
  const { name: kind, message: said } = errorText(error);
  const message = error instanceof LawBroken ? error.message : `${kind}: ${said}`;
  const place = error instanceof LawBroken ? title : failureIdentity(error);
  return { kind: 'target_behavior', title, message, fingerprint: fingerprintOf('target_behavior', title, { file: name, place }) };
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';
}

function seedOf(given: number | bigint | string | undefined): U64 {
  const seed = parseU64(String(given ?? 0));
  if (seed === undefined) throw new FozzyError('usage', `invalid seed '${String(given)}': a seed is an integer from 0 to 2^64 - 1`);
  return seed;
}
