/** The program of a fuzz worker: loads the target once, then searches, or executes one input after the other as it is asked to. */
import { FozzyError } from '../../base/problem.ts';
import { loadNative } from '../../sim/load/native.ts';
import { siteTable } from '../../sim/load/sites.ts';
import { attacksOn } from '../feedback/regex-samples.ts';
import { encodeText } from '../input/text-codec.ts';
import { CompareRing } from '../feedback/compare-ring.ts';
import { Dictionary, withDeclared } from '../feedback/dictionary.ts';
import { type SourceWords, wordsOf } from '../feedback/source-words.ts';
import type { ChoiceSequence } from '../input/choice-sequence.ts';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { Examiner } from '../loop/examine.ts';
import { HangPatience } from '../loop/hang-patience.ts';
import { FuzzLoop } from '../loop/fuzz-loop.ts';
import { LateFailures } from '../loop/late-failures.ts';
import { Pending } from '../loop/pending.ts';
import { Schedule } from '../loop/schedule.ts';
import { SharedState } from '../loop/shared-state.ts';
import { Intrinsics } from '../oracle/intrinsics.ts';
import { keyOf, type RawFinding } from '../oracle/raw-finding.ts';
import { attendEnds, type ExitCalled } from '../target/process-ends.ts';
import { MeasuredCalls, type Measurers } from './measured-calls.ts';
import { coverInput } from './cover-input.ts';
import { type OpenDriven, openDriven } from './open-driven.ts';
import { type Hosted, openFunction } from './open-function.ts';
import type { OpenedTarget } from './opened-target.ts';
import { effortsOf, now, slowTextsOf } from './clocks.ts';
import { CallClock, ownThread, type ThreadTimes, threadTimes } from './processor-time.ts';
import { answerStuck } from './stuck-call.ts';
import { StuckWatch } from './stuck-watch.ts';
import { watchFuel } from './watch-fuel.ts';
import type { FormName, FromWorker, PlainDraws, SearchOrder, ToWorker, WorkerOrder } from './protocol.ts';

/** How long what a call has set going is waited for: one of many, and one that everything depends on. */
const SEARCHING_MS = 250;
const ALONE_MS = 1000;
const WITHOUT_NATIVE = 'it was imported without the native code it asked for; with --allow-host it has that, too';
const NO_ATTACKS = { texts: [], refused: [] };

/** What only whoever starts the worker can give: the library that targets import, and subjects that inputs drive. */
export interface WorkerHost extends Measurers {
  readonly hosted: Hosted;
  readonly openDriven: OpenDriven;
  /** Where the program has a process of its own: its state, and what is said before the target ends it. */
  readonly own?: { readonly state: SharedState; readonly lastWords: (finding: RawFinding) => void };
}

/** Both kinds of ports have these. */
export interface WorkerPort {
  postMessage(message: FromWorker): void;
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
}

export async function runWorker(order: WorkerOrder, port: WorkerPort, host: WorkerHost): Promise<void> {
  const say = (message: FromWorker): void => port.postMessage(message);
  try {
    const program = await WorkerProgram.open(order, say, host);
    port.on('message', (message: ToWorker) => {
      void program.answer(message).catch((error: unknown) => say(complaint(error)));
    });
  } catch (error) {
    say(complaint(error));
  }
}

function complaint(error: unknown): FromWorker {
  if (!(error instanceof FozzyError)) return { is: 'broken', message: error instanceof Error ? String(error.stack) : String(error) };
  const { code, message, hint, details } = error;
  return { is: 'refused', code, message, hint, ...(details === undefined ? {} : { details }) };
}

class WorkerProgram {
  readonly #order: WorkerOrder;
  readonly #say: (message: FromWorker) => void;
  readonly #opened: OpenedTarget;
  readonly #shared: SharedState;
  readonly #ring: CompareRing;
  /** Failures that were told, by their keys. */
  readonly #known = new Set<string>();
  readonly #late = new LateFailures();
  readonly #pending: Pending;
  readonly #patience: HangPatience;
  readonly #intrinsics: Intrinsics;
  readonly #examiner: Examiner;
  readonly #measured: MeasuredCalls;
  #words: SourceWords | undefined;

  private constructor(
    order: WorkerOrder,
    say: (message: FromWorker) => void,
    parts: {
      readonly opened: OpenedTarget;
      readonly shared: SharedState;
      readonly ring: CompareRing;
      readonly stuck: StuckWatch;
      readonly host: WorkerHost;
    },
  ) {
    this.#order = order;
    this.#say = say;
    this.#opened = parts.opened;
    this.#shared = parts.shared;
    this.#ring = parts.ring;
    this.#late.listen();
    const thread = ownThread();
    // Whoever asks about his own thread runs, so all the time it has stood in line is counted.
    const times = (): ThreadTimes | undefined => {
      const told = threadTimes(thread);
      return told && { ...told, isReady: false };
    };
    const clock = () => new CallClock({ now, times });
    this.#patience = new HangPatience(order.hangTimeoutMs, this.#shared);
    const fuel = watchFuel(this.#shared, this.#patience, clock(), parts.stuck);
    const patienceMs = order.isSearch ? SEARCHING_MS : ALONE_MS;
    this.#pending = new Pending(this.#patience, { now, clock: clock(), patienceMs });
    this.#intrinsics = new Intrinsics();
    this.#examiner = new Examiner({
      target: parts.opened.target,
      pending: this.#pending,
      intrinsics: this.#intrinsics,
      late: this.#late,
      patience: this.#patience,
      hangTimeoutMs: order.hangTimeoutMs,
      begin: (bytes) => {
        siteTable().reset();
        this.#shared.begin(this.#shared.executed, bytes);
      },
      end: () => this.#shared.end(),
      efforts: effortsOf(order),
      tookMemory: () => fuel.tookMemory,
      ended: () => (siteTable().exhausted ? siteTable().stopped : undefined),
    });
    this.#measured = new MeasuredCalls(parts.opened, this.#examiner, parts.host, order.root);
    answerStuck(this.#shared, parts.stuck, (error) => this.#examiner.stuck(error));
    attendEnds(
      () => this.#shared.isRunning,
      (error) => this.#mayEnd(error, parts.host.own?.lastWords),
    );
  }

  /** Once for every way a target has to end its process; after that it is known, and costs no process any more. */
  #mayEnd(error: ExitCalled, lastWords: ((finding: RawFinding) => void) | undefined): boolean {
    const finding = lastWords === undefined ? undefined : this.#examiner.stopped(error);
    if (finding === undefined || this.#known.has(keyOf(finding))) return false;
    lastWords?.(finding);
    return true;
  }

  static async open(order: WorkerOrder, say: (message: FromWorker) => void, host: WorkerHost): Promise<WorkerProgram> {
    const { hosted, openDriven: open, own } = host;
    const shared = own?.state ?? new SharedState(order.memory);
    shared.thread = ownThread();
    const ring = new CompareRing();
    const stuck = new StuckWatch();
    const { driven } = order;
    const opened =
      driven === undefined ? await openFunction(order, { shared, ring, stuck, hosted }) : await openDriven(order, driven, open);
    const program = new WorkerProgram(order, say, { opened, shared, ring, stuck, host });
    const { files, packages } = opened.facts();
    const guess = opened.guess === undefined ? {} : { guess: opened.guess };
    if (opened.isWithoutNative === true) say({ is: 'remarked', code: 'native_code_left_out', remark: WITHOUT_NATIVE });
    say({ is: 'ready', form: opened.form.name as FormName, code: { files, packages }, ...guess }); // forms have no other names
    // A spare thread has the time for it now, and none once it is needed.
    if (order.isSearch) await program.#readWords();
    return program;
  }

  async #readWords(): Promise<SourceWords> {
    this.#words = wordsOf(await loadNative(), this.#opened.modules());
    return this.#words;
  }

  async answer(message: ToWorker): Promise<void> {
    if (message.is === 'search') return this.#search(message.order);
    if (message.is === 'cover') return this.#say({ is: 'covered', features: await coverInput(this.#opened, this.#shared, message.bytes) });
    if (message.is === 'measure') return this.#say(await this.#measured.measure(message.bytes));
    if (message.is === 'cost') return this.#say(await this.#measured.cost(message.bytes, message.metric));
    const { form } = this.#opened;
    const input = form.decode(message.bytes);
    if (input === undefined) return this.#say({ is: 'examined', finding: undefined, rendered: '', bytes: message.bytes });
    const finding = message.is === 'read' ? undefined : await this.#examiner.examine(message.bytes, () => form.args(input));
    const refused = this.#opened.refusal();
    if (refused !== undefined) throw refused;
    const draws = form.draws?.(input);
    this.#say({
      is: 'examined',
      finding,
      rendered: form.render(input),
      bytes: form.encode(input),
      ...(draws === undefined ? {} : { draws: plainDraws(draws) }),
    });
  }

  async #search(search: SearchOrder): Promise<void> {
    const { maxInputBytes, isProperty } = this.#order;
    const { declared, edges, form } = this.#opened;
    const random = FuzzRandom.of(search.seed, `fuzz ${search.generation}`);
    const own = this.#words ?? (await this.#readWords());
    const slowTexts = slowTextsOf(this.#order);
    this.#ring.slowTexts = slowTexts;
    const words = withDeclared(own, declared?.dictionary ?? []);
    const deadlineMs = search.timeMs === undefined ? Number.POSITIVE_INFINITY : now() + search.timeMs;
    const loop = new FuzzLoop<unknown>(
      {
        target: this.#opened.target,
        form,
        random,
        edges,
        ring: this.#ring,
        hints: new Dictionary(words, this.#ring.pairs),
        schedule: new Schedule(declared?.maxSize ?? maxInputBytes, search.resting),
        shared: this.#shared,
        examiner: this.#examiner,
        pending: this.#pending,
        intrinsics: this.#intrinsics,
        late: this.#late,
        patience: this.#patience,
        runs: search.runs,
        isTimeUp: () => now() > deadlineMs,
        kept: (bytes) => this.#say({ is: 'kept', bytes }),
        found: (finding, bytes) => {
          const refused = this.#opened.refusal();
          if (refused !== undefined) throw refused;
          const index = known;
          known += 1;
          this.#known.add(keyOf(finding));
          this.#say({ is: 'found', finding, bytes });
          return index;
        },
        remark: (remark) => this.#say({ is: 'remarked', code: 'late_failure_not_placed', remark }),
        isUnguided: isProperty,
        stopsAtFirst: search.stopsAtFirst,
        efforts: effortsOf(this.#order),
        refusal: this.#opened.refusal,
      },
      search.executed,
    );
    let known = search.buckets.length;
    for (const [index, bucket] of search.buckets.entries()) {
      loop.buckets.remember(bucket, index);
      this.#known.add(bucket);
    }
    for (const bytes of search.deadly) loop.hangs.hung(bytes);
    const seeds = [...(declared?.seeds ?? []), ...search.entries].flatMap((bytes) => {
      const input = form.decode(bytes);
      return input === undefined ? [] : [input];
    });
    const first = search.generation === 0 && !isProperty ? random.shuffled(firstInputs()) : [];
    const { texts, refused } = search.generation === 0 && !isProperty ? attacksOn(own.expressions) : NO_ATTACKS;
    const usable = (list: readonly Uint8Array[]) => (form.name === 'choices' ? [] : list.flatMap((bytes) => form.decode(bytes) ?? []));
    await loop.begin([...seeds, ...usable([...first, ...texts.map(encodeText)])]);
    // To find out what expressions take long for takes long itself, so that comes when the search is under way.
    await loop.begin([], usable([...own.expressions.flatMap(slowTexts), ...refused].map(encodeText)));
    await loop.run();
    this.#say({
      is: 'searched',
      end: {
        executed: loop.executed,
        stoppedBy: loop.stoppedBy,
        blocks: edges.blocks,
        features: edges.features,
        freshMax: loop.freshMax,
        files: this.#opened.coverage(),
      },
    });
  }
}

/** The shortest inputs there are, and the beginnings of the usual languages. */
function firstInputs(): readonly Uint8Array[] {
  return ['', '0', 'a', ' ', '{}', '[]', '"a"', '\n', 'a=b', '<a>', '1,2', 'true'].map((text) => new TextEncoder().encode(text));
}

function plainDraws({ words, numbers, objects, spanNumbers }: ChoiceSequence): PlainDraws {
  return { words, numbers, objects, spanNumbers };
}
