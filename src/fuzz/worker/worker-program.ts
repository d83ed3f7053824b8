/** The program of a fuzz worker: loads the target once, then searches, or executes one input after the other as it is asked to. */
import type { MessagePort } from 'node:worker_threads';
import { FozzyError } from '../../base/problem.ts';
import type { ModuleCode } from '../../sim/load/module-code.ts';
import { loadNative } from '../../sim/load/native.ts';
import { siteTable } from '../../sim/load/sites.ts';
import { attacksOn } from '../feedback/regex-samples.ts';
import { encodeText } from '../input/text-codec.ts';
import { CompareRing } from '../feedback/compare-ring.ts';
import { Dictionary, withDeclared, wordsOf } from '../feedback/dictionary.ts';
import { Edges } from '../feedback/edges.ts';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { Examiner, LateFailures } from '../loop/examine.ts';
import { FuzzLoop } from '../loop/fuzz-loop.ts';
import { Pending } from '../loop/pending.ts';
import { Schedule } from '../loop/schedule.ts';
import { SharedState } from '../loop/shared-state.ts';
import type { TargetParts } from '../loop/target-parts.ts';
import { Intrinsics } from '../oracle/intrinsics.ts';
import { GuardedBuiltins } from '../target/guarded-builtins.ts';
import { functionOf, type LoadedModule, loadModule } from '../target/load-target.ts';
import { installWorld, pin } from '../target/pinned-world.ts';
import { hostProblem } from '../target/target-problem.ts';
import type { DeclaredTarget } from '../words/declared-targets.ts';
import { type AnyForm, formOf } from './choose-form.ts';
import { watchFuel } from './watch-fuel.ts';
import { declaredLaws, declaredOf, isExpected, lawsOf } from './contract-of.ts';
import type { FileCoverage, FormName, FromWorker, FunctionOrder, SearchOrder, ToWorker, WorkerOrder } from './protocol.ts';

const NO_ATTACKS = { texts: [], refused: [] };

/** Our own, before the target can replace it. */
const now = performance.now.bind(performance);
const standingStill = (): number => 0;

export type Hosted = (specifier: string) => unknown;

export async function runWorker(order: WorkerOrder, port: MessagePort, hosted: Hosted): Promise<void> {
  const say = (message: FromWorker): void => port.postMessage(message);
  try {
    const program = await WorkerProgram.open(order, say, hosted);
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
  readonly #builtins: GuardedBuiltins;
  readonly #shared: SharedState;
  readonly #edges = new Edges();
  readonly #ring = new CompareRing();
  readonly #late = new LateFailures();
  readonly #pending: Pending;
  readonly #intrinsics: Intrinsics;
  readonly #main: LoadedModule;
  readonly #target: TargetParts;
  readonly #form: AnyForm;
  readonly #declared: DeclaredTarget | undefined;
  readonly #examiner: Examiner;

  private constructor(
    order: WorkerOrder,
    say: (message: FromWorker) => void,
    parts: {
      readonly builtins: GuardedBuiltins;
      readonly shared: SharedState;
      readonly main: LoadedModule;
      readonly target: TargetParts;
      readonly edges: Edges;
      readonly ring: CompareRing;
      readonly form: AnyForm;
      readonly declared: DeclaredTarget | undefined;
    },
  ) {
    this.#order = order;
    this.#say = say;
    this.#builtins = parts.builtins;
    this.#shared = parts.shared;
    this.#edges = parts.edges;
    this.#ring = parts.ring;
    this.#main = parts.main;
    this.#target = parts.target;
    this.#form = parts.form;
    this.#declared = parts.declared;
    this.#late.listen();
    const fuel = watchFuel(this.#shared, order.hangTimeoutMs, now);
    this.#pending = new Pending(order.hangTimeoutMs, now);
    this.#intrinsics = new Intrinsics();
    this.#examiner = new Examiner({
      target: parts.target,
      pending: this.#pending,
      intrinsics: this.#intrinsics,
      late: this.#late,
      hangTimeoutMs: order.hangTimeoutMs,
      begin: (bytes) => {
        siteTable().reset();
        this.#shared.begin(this.#shared.executed, bytes);
      },
      end: () => this.#shared.end(),
      now: order.isTimed ? now : standingStill,
      tookMemory: () => fuel.tookMemory,
    });
  }

  static async open(order: WorkerOrder, say: (message: FromWorker) => void, hosted: Hosted): Promise<WorkerProgram> {
    // The parser is native code: it has to be there before nobody may load such code any more.
    await loadNative();
    const builtins = new GuardedBuiltins(order.allowHost);
    installWorld(builtins, order.allowHost);
    const shared = new SharedState(order.memory);
    const ring = new CompareRing();
    siteTable().watch(ring);
    const load = (target: FunctionOrder, detail: 'arms' | 'comparisons') =>
      loadModule({
        path: target.path,
        told: target.told,
        detail,
        builtins,
        instrumented: order.instrumented,
        hosted,
        cacheFolder: order.cacheFolder,
        version: order.version,
      });
    const main = await load(order.target, 'arms');
    const declared = declaredOf(order.target, main.exports);
    const call = declared?.call ?? functionOf(main.exports, order.target.exported ?? 'default', order.target.told);
    const copy = order.isSearch && !order.isProperty ? await load(order.target, 'comparisons') : undefined;
    const watched =
      copy === undefined
        ? undefined
        : (declaredOf(order.target, copy.exports)?.call ?? functionOf(copy.exports, order.target.exported ?? 'default', order.target.told));
    const edges = new Edges();
    attach(edges, main);
    const inPieces = order.laws.some(({ law }) => law === 'split');
    const target: TargetParts = {
      // A function of a list of pieces gets the whole as one piece.
      call: inPieces ? (whole) => call([whole]) : call,
      watched: inPieces && watched !== undefined ? (whole) => watched([whole]) : watched,
      isExpected: (error) => isExpected(error, order.expected) || declared?.isExpected(error) === true,
      isProperty: order.isProperty,
      laws: [...(await lawsOf(order, call, load)), ...(declared === undefined ? [] : declaredLaws(declared))],
      mapStack: (stack) => main.places.mapStack(stack),
      root: order.root,
      told: order.target.told,
    };
    attach(edges, main);
    // Reason for the cast: an input never meets another form than the one it was made by.
    const form =
      (declared?.input.form as AnyForm | undefined) ?? (await formOf(order, inPieces ? (whole) => call([whole]) : call, edges, shared));
    const program = new WorkerProgram(order, say, { builtins, shared, main, target, edges, ring, form, declared });
    if (builtins.denied !== undefined) throw hostProblem(order.target.told, builtins.denied);
    const { files, packages } = main.codeBase.sources;
    say({ is: 'ready', form: form.name as FormName, code: { files, packages } }); // forms have no other names
    return program;
  }

  async answer(message: ToWorker): Promise<void> {
    if (message.is === 'search') return this.#search(message.order);
    if (message.is === 'cover') return this.#cover(message.bytes);
    const input = this.#form.decode(message.bytes);
    if (input === undefined) return this.#say({ is: 'examined', finding: undefined, rendered: '', bytes: message.bytes });
    const finding = await this.#examiner.examine(message.bytes, () => this.#form.args(input));
    if (this.#builtins.denied !== undefined) throw hostProblem(this.#order.target.told, this.#builtins.denied);
    this.#say({ is: 'examined', finding, rendered: this.#form.render(input), bytes: this.#form.encode(input) });
  }

  async #search(search: SearchOrder): Promise<void> {
    const { maxInputBytes, target, isProperty } = this.#order;
    const random = FuzzRandom.of(search.seed, `fuzz ${search.generation}`);
    const sources = countedModules(this.#main).map(({ source }) => source);
    const own = wordsOf(sources);
    const words = withDeclared(own, this.#declared?.dictionary ?? []);
    const deadlineMs = search.timeMs === undefined ? Number.POSITIVE_INFINITY : now() + search.timeMs;
    const loop = new FuzzLoop<unknown>(
      {
        target: this.#target,
        form: this.#form,
        random,
        edges: this.#edges,
        ring: this.#ring,
        hints: new Dictionary(words, this.#ring.pairs),
        schedule: new Schedule(this.#declared?.maxSize ?? maxInputBytes, search.resting),
        shared: this.#shared,
        examiner: this.#examiner,
        pending: this.#pending,
        intrinsics: this.#intrinsics,
        late: this.#late,
        runs: search.runs,
        isTimeUp: () => now() > deadlineMs,
        kept: (bytes) => this.#say({ is: 'kept', bytes }),
        found: (finding, bytes) => {
          const index = known;
          known += 1;
          this.#say({ is: 'found', finding, bytes });
          return index;
        },
        isUnguided: isProperty,
        stopsAtFirst: search.stopsAtFirst,
        now: this.#order.isTimed ? now : standingStill,
        refusal: () => (this.#builtins.denied === undefined ? undefined : hostProblem(target.told, this.#builtins.denied)),
      },
      search.executed,
    );
    let known = search.buckets.length;
    for (const [index, bucket] of search.buckets.entries()) loop.remember(bucket, index);
    const seeds = [...(this.#declared?.seeds ?? []), ...search.entries].flatMap((bytes) => {
      const input = this.#form.decode(bytes);
      return input === undefined ? [] : [input];
    });
    const first = search.generation === 0 && !isProperty ? firstInputs() : [];
    const { texts, refused } = search.generation === 0 && !isProperty ? attacksOn(sources) : NO_ATTACKS;
    const usable = (list: readonly Uint8Array[]) =>
      this.#form.name === 'choices' ? [] : list.flatMap((bytes) => this.#form.decode(bytes) ?? []);
    await loop.begin([...seeds, ...usable([...first, ...texts.map(encodeText)])], usable(refused.map(encodeText)));
    await loop.run();
    this.#say({
      is: 'searched',
      end: {
        executed: loop.executed,
        stoppedBy: loop.stoppedBy,
        blocks: this.#edges.blocks,
        features: this.#edges.features,
        freshMax: loop.freshMax,
        files: this.#coverage(),
      },
    });
  }

  async #cover(bytes: Uint8Array): Promise<void> {
    const input = this.#form.decode(bytes);
    this.#edges.reset();
    if (input === undefined) return this.#say({ is: 'covered', features: new Uint32Array(0) });
    this.#shared.begin(0, bytes);
    pin();
    try {
      await this.#target.call(...this.#form.args(input));
    } catch {
      // What it reached before it failed counts.
    }
    this.#shared.end();
    this.#say({ is: 'covered', features: this.#edges.peek() });
  }

  #coverage(): readonly FileCoverage[] {
    return countedModules(this.#main).map((code) => {
      const { counters } = code;
      let coveredBlocks = 0;
      for (let at = 0; at < counters.length; at += 1) if (this.#edges.hasBlock(counters.byteOffset / 2 + at)) coveredBlocks += 1;
      return { path: code.path, blake3: code.digest, blocks: counters.length, coveredBlocks };
    });
  }
}

/** The shortest inputs there are, and the beginnings of the usual languages. */
function firstInputs(): readonly Uint8Array[] {
  return ['', '0', 'a', ' ', '{}', '[]', '"a"', '\n', 'a=b', '<a>', '1,2', 'true'].map((text) => new TextEncoder().encode(text));
}

function countedModules({ codeBase }: LoadedModule): readonly ModuleCode[] {
  return codeBase.modules.filter(({ counting, format }) => counting && format !== 'json');
}

/** Only the first piece is searched by; a program with more blocks than that is larger than any target. */
function attach(edges: Edges, module: LoadedModule): void {
  const [counters = new Uint16Array(0)] = siteTable().pieces;
  const isCounted = new Uint8Array(counters.length);
  for (const { counters: own } of countedModules(module)) isCounted.fill(1, own.byteOffset / 2, own.byteOffset / 2 + own.length);
  edges.attach(counters, isCounted);
}
