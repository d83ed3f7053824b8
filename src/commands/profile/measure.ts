/**
 * Processor time and allocations of user code, measured by making the same run again and again under V8's own sampling profilers. One run is
 * over in milliseconds, too short for a sampler; a replay is always the same run, so its repetitions add up to one clear picture.
 */
import { Session } from 'node:inspector';
import type { AllocationSamples, CpuSamples, Measured } from '../../trace/profile/profile.ts';
import { FrameNames } from './frame-names.ts';

/** Microseconds between samples: ten times finer than V8's own choice, because runs are short. */
const INTERVAL_US = 100;
/** Bytes between samples, on average. */
const INTERVAL_BYTES = 4096;

/** Enough for a spread of measurements, and for shares of a few percent; then it ends. */
const REPLAYS_MIN = 8;
const REPLAYS_MAX = 200;
const ENOUGH_MS = 600;
/** A run that is slow by itself needs no repetition to be seen. */
const TIME_MAX_MS = 6000;

export interface MeasureOptions {
  /** Makes the run once more. */
  readonly replay: () => Promise<unknown>;
  readonly mapStack: (stack: string) => string;
  /** Absolute. */
  readonly root: string;
  readonly signal: AbortSignal;
}

export async function measure(options: MeasureOptions): Promise<Measured> {
  const session = new Session();
  session.connect();
  try {
    const names = new FrameNames(options.mapStack, options.root);
    const cpu = await measureCpu(session, options, names);
    return { cpu, allocations: await measureAllocations(session, options, names, cpu.replaysUs.length) };
  } finally {
    session.disconnect();
  }
}

async function measureCpu(session: Session, { replay, signal }: MeasureOptions, names: FrameNames): Promise<CpuSamples> {
  await ask(session, 'Profiler.enable');
  await ask(session, 'Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await forgetOptimised(session);
  await ask(session, 'Profiler.start');
  // The first replay compiles and warms what the others run.
  await replay();
  const began = nowUs();
  const replays: Replay[] = [];
  while (!signal.aborted && replays.length < REPLAYS_MAX) {
    const from = process.cpuUsage();
    const fromUs = nowUs();
    await replay();
    const toUs = nowUs();
    const { user, system } = process.cpuUsage(from);
    replays.push({ fromUs, toUs, cpuUs: user + system });
    const spentMs = (toUs - began) / 1000;
    if (spentMs > TIME_MAX_MS || (replays.length >= REPLAYS_MIN && spentMs > ENOUGH_MS)) break;
  }
  const { profile } = await ask<{ profile: CpuProfile }>(session, 'Profiler.stop');
  await ask(session, 'Profiler.disable');
  return cpuSamples(profile, replays, names);
}

/**
 * Of code that was optimised before the profiler was there, V8 does not know which function was inlined into which, and blames the caller.
 * Counting calls exactly makes it throw all such code away; that is all it is started for.
 */
async function forgetOptimised(session: Session): Promise<void> {
  await ask(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await ask(session, 'Profiler.stopPreciseCoverage');
}

/** As V8 tells it; times in microseconds of the clock that `nowUs` reads. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame; readonly children?: readonly number[] }[];
  readonly startTime: number;
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Replay {
  readonly fromUs: number;
  readonly toUs: number;
  /** As the system counts it: on a busy machine samples come late, and the time between two of them says little. */
  readonly cpuUs: number;
}

/** Samples say where the time went, the system how much it was. */
function cpuSamples(profile: CpuProfile, replays: readonly Replay[], names: FrameNames): CpuSamples {
  const stackOf = cpuStacks(profile, names);
  const idle = new Set(profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id));
  const stacks = new StackTally();
  let [running, ofCode] = [0, 0];
  let atUs = profile.startTime;
  let current = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    atUs += profile.timeDeltas?.[index] ?? 0;
    while (current < replays.length && atUs > (replays[current]?.toUs ?? 0)) current += 1;
    if (idle.has(id) || current >= replays.length || atUs < (replays[current]?.fromUs ?? 0)) continue;
    running += 1;
    const stack = stackOf(id);
    if (stack.length === 0) continue;
    ofCode += 1;
    stacks.add(stack, 1, 1);
  }
  const spentUs = replays.reduce((sum, { cpuUs }) => sum + cpuUs, 0);
  const sampleUs = spentUs / Math.max(1, running);
  const share = ofCode / Math.max(1, running);
  return {
    frames: names.frames,
    stacks: stacks.list().map((stack) => ({ ...stack, value: stack.count * sampleUs })),
    intervalUs: INTERVAL_US,
    replaysUs: replays.map(({ cpuUs }) => cpuUs * share),
  };
}

/** The stack of every node of the call tree, outermost first. */
function cpuStacks({ nodes }: CpuProfile, names: FrameNames): (id: number) => readonly number[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children } of nodes) for (const child of children ?? []) parents.set(child, id);
  const known = new Map<number, readonly number[]>();
  const stackOf = (id: number): readonly number[] => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const parent = parents.get(id);
    const above = parent === undefined ? [] : stackOf(parent);
    const node = byId.get(id);
    const stack = node === undefined ? above : names.below(above, node.callFrame);
    known.set(id, stack);
    return stack;
  };
  return stackOf;
}

async function measureAllocations(
  session: Session,
  { replay, signal }: MeasureOptions,
  names: FrameNames,
  replaysWanted: number,
): Promise<AllocationSamples> {
  await ask(session, 'HeapProfiler.enable');
  const keepAll = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
  await ask(session, 'HeapProfiler.startSampling', { samplingInterval: INTERVAL_BYTES, ...keepAll });
  let replays = 0;
  while (!signal.aborted && replays < Math.min(replaysWanted, REPLAYS_MIN)) {
    await replay();
    replays += 1;
  }
  const { profile } = await ask<{ profile: { head: HeapNode } }>(session, 'HeapProfiler.stopSampling');
  await ask(session, 'HeapProfiler.disable');
  const stacks = new StackTally();
  const visit = (node: HeapNode, above: readonly number[]): void => {
    const stack = names.below(above, node.callFrame);
    if (node.selfSize > 0 && stack.length > 0) stacks.add(stack, node.selfSize, Math.max(1, Math.round(node.selfSize / INTERVAL_BYTES)));
    for (const child of node.children) visit(child, stack);
  };
  visit(profile.head, []);
  return { frames: names.frames, stacks: stacks.list(), intervalBytes: INTERVAL_BYTES, replays };
}

interface HeapNode {
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

class StackTally {
  readonly #tally = new Map<string, { readonly frames: readonly number[]; value: number; count: number }>();

  add(frames: readonly number[], value: number, count: number): void {
    const key = frames.join(' ');
    const known = this.#tally.get(key);
    if (known === undefined) this.#tally.set(key, { frames, value, count });
    else {
      known.value += value;
      known.count += count;
    }
  }

  /** Heaviest first. */
  list(): CpuSamples['stacks'] {
    return [...this.#tally.values()].sort((a, b) => b.value - a.value);
  }
}

/** The clock V8's profiler reads too. */
function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function ask<Answer>(session: Session, method: string, params: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Reason for the cast: the protocol is data; what each method answers is said by the caller.
    session.post(method, params, (error, answer) => (error === null ? resolve(answer as Answer) : reject(error)));
  });
}
