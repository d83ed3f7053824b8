/** Opens a function: loads its module with counters, in surroundings that are the same for every call, and finds out what it takes. */
import { siteTable } from '../../sim/load/sites.ts';
import type { ModuleCode } from '../../sim/load/module-code.ts';
import { loadNative } from '../../sim/load/native.ts';
import type { CompareRing } from '../feedback/compare-ring.ts';
import { Edges } from '../feedback/edges.ts';
import { assignedNames, literalsOf } from '../feedback/source-words.ts';
import { makesStreams } from '../input/makes-streams.ts';
import type { SharedState } from '../loop/shared-state.ts';
import type { TargetParts } from '../loop/target-parts.ts';
import { GuardedBuiltins } from '../target/guarded-builtins.ts';
import { functionOf, missingArguments, type LoadedModule, loadModule, type TargetFunction } from '../target/load-target.ts';
import { replaceBetweenCalls } from '../target/optimiser.ts';
import { installWorld } from '../target/pinned-world.ts';
import { ignoresStacks } from '../target/stacks.ts';
import { hostProblem } from '../target/target-problem.ts';
import { type AnyForm, triedForm, writtenForm } from './choose-form.ts';
import { declaredLaws, declaredOf, isExpected, lawsOf } from './contract-of.ts';
import type { OpenedTarget } from './opened-target.ts';
import { stuckPlace } from '../oracle/stuck-place.ts';
import type { StuckWatch } from './stuck-watch.ts';
import type { FileCoverage, FunctionOrder, WorkerOrder } from './protocol.ts';

export type Hosted = (specifier: string) => unknown;

export interface OpenParts {
  readonly shared: SharedState;
  readonly ring: CompareRing;
  readonly stuck: StuckWatch;
  readonly hosted: Hosted;
}

export async function openFunction(order: WorkerOrder, { shared, ring, stuck, hosted }: OpenParts): Promise<OpenedTarget> {
  // The parser is native code: it has to be there before nobody may load such code any more.
  const native = await loadNative();
  const builtins = new GuardedBuiltins(order.allowHost);
  installWorld(builtins, order.allowHost, order.isolation === 'process');
  if (order.isSearch) replaceBetweenCalls();
  siteTable().watch(ring);
  const { instrumented, cache } = order;
  const loaded: LoadedModule[] = [];
  const load = async ({ path, told }: FunctionOrder, detail: 'arms' | 'comparisons') => {
    const module = await loadModule({ path, told, detail, builtins, instrumented, hosted, cache });
    loaded.push(module);
    return module;
  };
  const main = await load(order.target, 'arms');
  const declared = declaredOf(order.target, main.exports);
  const { exported = 'default' } = order.target;
  const call = declared?.call ?? functionOf(main.exports, exported, order.target.told);
  const copy = order.isSearch && !order.isProperty ? await load(order.target, 'comparisons') : undefined;
  const watched =
    copy === undefined
      ? undefined
      : (declaredOf(order.target, copy.exports)?.call ?? functionOf(copy.exports, exported, order.target.told));
  const places = copy === undefined ? [main.places] : [copy.places, main.places];
  let texts: readonly string[] | undefined;
  let assigned: ReadonlySet<string> | undefined;
  const edges = new Edges();
  attach(edges, main);
  // Reason for the cast: an input never meets another form than the one it was made by.
  const known = declared?.input.form as AnyForm | undefined;
  const { form: written, guess } =
    known === undefined ? ((await writtenForm(order)) ?? NOTHING_WRITTEN) : { form: known, guess: undefined };
  const takesStreams = written !== undefined && makesStreams(written);
  const inPieces = order.laws.some(({ law }) => law === 'split') && !takesStreams;
  const whole: TargetFunction = inPieces ? (piece) => call([piece]) : call;
  const target: TargetParts = {
    // A function of a list of pieces gets the whole as one piece.
    call: whole,
    watched: inPieces && watched !== undefined ? (piece) => watched([piece]) : watched,
    isExpected: (error) => isExpected(error, order.expected) || declared?.isExpected(error) === true,
    isProperty: order.isProperty,
    laws: [
      ...(await lawsOf(order, call, load, takesStreams && declared === undefined)),
      ...(declared === undefined ? [] : declaredLaws(declared)),
    ],
    mapStack: (stack) => places.reduce((mapped, each) => each.mapStack(mapped), stack),
    ignoresStacks: ignoresStacks(main.codeBase.modules),
    literals: () => {
      texts ??= literalsOf(native, countedModules(main));
      return texts;
    },
    isAssigned: (name) => (assigned ??= assignedNames(native, countedModules(main))).has(name),
    stuckAt: (stack) => stuckPlace(stack, { native, places, root: order.root, watch: stuck.knows(shared.beat) ? stuck : undefined }),
    root: order.root,
    told: order.target.told,
  };
  attach(edges, main);
  // What is written about a list of pieces says nothing about the whole.
  const isTold = written !== undefined && (!inPieces || declared !== undefined || order.form === 'bytes' || order.form === 'string');
  const form = isTold ? written : await triedForm(order, whole, edges, shared);
  form.makeIn?.(shared.ring);
  const refusal = () => (builtins.denied === undefined ? undefined : hostProblem(order.target.told, builtins.denied));
  const refused = refusal();
  if (refused !== undefined) throw refused;
  // Whoever is refused leaves nothing behind.
  for (const { codeBase } of loaded) codeBase.keep();
  return {
    target,
    form,
    guess: guessed(isTold ? guess : manyArguments(call), declared === undefined ? missingArguments(main.exports, exported) : undefined),
    edges,
    modules: () => countedModules(main),
    declared,
    facts: () => main.codeBase.sources,
    coverage: () => coverageOf(main, edges),
    refusal,
    isWithoutNative: builtins.isWithoutNative,
  };
}

const NOTHING_WRITTEN = { form: undefined, guess: undefined };

function guessed(...guesses: readonly (string | undefined)[]): string | undefined {
  const told = guesses.filter((each) => each !== undefined);
  return told.length === 0 ? undefined : told.join('; ');
}

function manyArguments({ length }: TargetFunction): string | undefined {
  return length < 2 ? undefined : `it takes ${length} arguments, nothing says what they are, and only the first is given`;
}

function coverageOf(main: LoadedModule, edges: Edges): readonly FileCoverage[] {
  return countedModules(main).map((code) => {
    const { counters } = code;
    let coveredBlocks = 0;
    for (let at = 0; at < counters.length; at += 1) if (edges.hasBlock(counters.byteOffset / 2 + at)) coveredBlocks += 1;
    return { path: code.path, blake3: code.digest, blocks: counters.length, coveredBlocks };
  });
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
