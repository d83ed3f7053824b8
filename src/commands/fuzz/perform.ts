/** `fuzz` from target to report: search, look at every failure once more, reduce it if asked to, write it all down. */
import { FozzyError } from '../../base/problem.ts';
import type { RawFinding } from '../../fuzz/oracle/raw-finding.ts';
import { type SearchFigures, type SearchResult, searchTarget } from '../../fuzz/worker/search.ts';
import type { FuzzPrograms } from '../../fuzz/worker/place.ts';
import type { RemarkCode } from '../../fuzz/worker/protocol.ts';
import { SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import { progressEvent } from '../../report/progress.ts';
import { addInputs, type CorpusEntry, readCorpus, readCorpusIfThere } from '../../store/corpus.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import { keptElsewhere } from '../../store/refused-run.ts';
import type { RunSummary } from '../../trace/summary.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import type { DrivenSearch } from './driven/finish-driven.ts';
import { finishFuzz } from './finish.ts';
import { type FuzzPlan, planFuzz } from './fuzz-plan.ts';
import { type Failure, lookAgain } from './look-again.ts';
import { profileInput } from './profile-input.ts';
import { fuzzPrograms } from './worker-program.ts';

/** In a log, a line now and then is enough to see that the search is alive. */
const LOG_EVERY_MS = 10_000;

export async function performFuzz(options: Options, context: Context): Promise<CommandResult> {
  const planned = await planFuzz(options, context);
  const programs = fuzzPrograms();
  const corpus = planned.corpusNamed && planned.det ? readCorpus(planned.corpus) : readCorpusIfThere(planned.corpus);
  const times = stopwatch();
  context.progress(
    progressEvent('fuzz', {
      event: 'started',
      ...(Number.isFinite(planned.runs) && planned.runs < Number.MAX_SAFE_INTEGER ? { total: planned.runs } : {}),
    }),
  );
  const result = await search(planned, programs, corpus, context);
  const plan = { ...planned, order: result.order };
  warnOfUnused(plan, result, context);
  // What was learned stays, whatever ends the command; and if it cannot stay, what was found does.
  const refusal = await keepLearned(plan, result, context);
  const finished = await conclude({ plan, result, corpus, times, programs, options }, context);
  if (refusal === undefined) return finished;
  // Reason for the cast: both ways to finish a search answer with its summary.
  throw keptElsewhere(refusal, finished.document as RunSummary);
}

async function keepLearned(plan: FuzzPlan, { kept }: SearchResult, context: Context): Promise<FozzyError | undefined> {
  if (plan.det || kept.length === 0) return undefined;
  try {
    await addInputs(plan.corpus, kept, context.cwd);
    return undefined;
  } catch (error) {
    if (error instanceof FozzyError) return error;
    throw error;
  }
}

async function conclude(searched: Omit<DrivenSearch, 'driven'>, context: Context): Promise<CommandResult> {
  const { plan, result, corpus, times, programs, options } = searched;
  if (plan.driven !== undefined) {
    const { finishDriven } = await import('./driven/finish-driven.ts');
    return finishDriven({ ...searched, driven: plan.driven }, context);
  }
  const inputs = new SingleInputs(programs, { ...plan.order, isSearch: false });
  try {
    const failures = await allFailures(plan, result, inputs, context);
    tellOfContract(plan, failures, context);
    const finished = { plan, result, failures, corpus, times: times() };
    return await finishFuzz({ ...finished, profile: await profileInput(finished, inputs, options, context) }, context);
  } finally {
    await inputs.close();
  }
}

/** A package that is named and not used is usually misspelt. */
function warnOfUnused({ order }: FuzzPlan, { code }: SearchResult, context: Context): void {
  const used = new Set(code.packages.map((each) => each.replace(/(?<=.)@.*$/u, '')));
  for (const name of order.instrumented.filter((each) => !used.has(each)))
    context.warn({
      code: 'instrument_unused',
      message: `--instrument ${name} changed nothing: ${order.target.told} does not import that package`,
    });
}

/** What the language itself throws is hardly ever meant. */
const MISTAKES = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError']);

/** Most parsers throw when they refuse an input: who fuzzes one for the first time wants to know how to say so. */
function tellOfContract({ order }: FuzzPlan, failures: readonly Failure[], context: Context): void {
  const thrown = failures.flatMap(({ raw }) => (raw.title === 'uncaught_error' ? (/^[\w$]+(?=:|$)/u.exec(raw.message)?.[0] ?? []) : []));
  const names = [...new Set(thrown)].filter((name) => !MISTAKES.has(name)).join(',');
  if (names === '') return;
  context.log('info', `if ${order.target.told} may throw ${names.replaceAll(',', ', ')}, --expect ${names} leaves that out`);
}

function search(plan: FuzzPlan, programs: FuzzPrograms, corpus: readonly CorpusEntry[], context: Context): Promise<SearchResult> {
  const { maxInputBytes } = plan.order;
  const usable = corpus.filter(({ bytes }) => bytes.length <= maxInputBytes);
  if (usable.length < corpus.length)
    context.warn({
      code: 'input_too_large',
      message: `${corpus.length - usable.length} inputs of the corpus are longer than --max-input and were left out`,
    });
  const told = new Ticker(plan, context);
  return searchTarget({
    programs,
    order: plan.order,
    seed: plan.seed,
    runs: plan.runs,
    timeMs: plan.timeMs,
    resting: plan.resting,
    stopsAtFirst: plan.crashOnly,
    corpus: usable.map(({ bytes }) => bytes),
    signal: context.signal,
    onKept: () => undefined,
    onFound: (finding) => told.found(finding),
    onGuess: (guess) => told.guessed(guess),
    onRemark: (code, remark) => told.remarked(code, remark),
    onEscalated: (why) => told.escalated(why),
    onTick: (figures) => told.tick(figures),
  });
}

/** Says what the search is doing. */
class Ticker {
  readonly #plan: FuzzPlan;
  readonly #context: Context;
  readonly #startedMs = performance.now();
  #toldMs = 0;

  constructor(plan: FuzzPlan, context: Context) {
    this.#plan = plan;
    this.#context = context;
  }

  tick({ executed, blocks, entries, buckets }: SearchFigures): void {
    const elapsedMs = performance.now() - this.#startedMs;
    const perSecond = Math.round((executed / Math.max(1, elapsedMs)) * 1000);
    const detail = `${perSecond} exec/s, ${blocks} edges, corpus ${entries}, ${buckets === 0 ? 'no failure yet' : `${buckets} distinct failures`}`;
    const total = this.#plan.runs < Number.MAX_SAFE_INTEGER ? { total: this.#plan.runs } : {};
    this.#context.progress(progressEvent('fuzz', { event: 'tick', done: executed, ...total, detail }));
    if (elapsedMs - this.#toldMs < LOG_EVERY_MS) return;
    this.#toldMs = elapsedMs;
    this.#context.progress(progressEvent('fuzz', { event: 'phase', name: `${executed} executions`, detail }));
  }

  guessed(guess: string): void {
    const message = `${this.#plan.order.target.told}: ${guess}; a *.fuzz.ts file can say what it takes`;
    this.#context.warn({ code: 'arguments_guessed', message });
  }

  remarked(code: RemarkCode, remark: string): void {
    this.#context.warn({ code, message: `${this.#plan.order.target.told}: ${remark}` });
  }

  escalated(why: string): void {
    this.#context.warn({ code: 'isolation_escalated', message: `${why}; the search goes on in a process of its own` });
  }

  found({ title, message }: RawFinding): void {
    this.#context.progress(progressEvent('fuzz', { event: 'phase', name: `found ${title}`, detail: message.split('\n', 1)[0] ?? '' }));
  }
}

async function allFailures(plan: FuzzPlan, result: SearchResult, inputs: SingleInputs, context: Context): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const bucket of result.buckets) {
    const failure = await lookAgain(bucket, { plan, inputs, context });
    if (failure === undefined) {
      const message =
        'a call took longer than hang_timeout while the machine was busy, and came back when it was made again: it is not counted';
      context.warn({ code: 'hang_not_confirmed', message });
      continue;
    }
    const same = failures.findIndex(({ finding }) => finding.fingerprint === failure.finding.fingerprint);
    const known = failures[same];
    if (known === undefined) failures.push(failure);
    else failures[same] = { ...known, count: known.count + failure.count };
  }
  return failures;
}
