/** V8's sampling profilers: what they saw of some runs, as stacks of functions the user knows. */
import type { Session } from 'node:inspector';
import type { AllocationSamples, CpuSamples } from '../../trace/profile/profile.ts';
import type { CallFrame, FrameNames } from './frame-names.ts';
import { StackTally } from './stack-tally.ts';

/** Microseconds between samples: ten times finer than V8's own choice, because runs are short. */
const INTERVAL_US = 100;
/** Bytes between samples, on average. */
const INTERVAL_BYTES = 4096;

/** Both are those of the host, also while the global `process` is that of a machine. */
const cpuUsage = process.cpuUsage.bind(process);
const clock = process.hrtime.bigint.bind(process.hrtime);

/** A stretch in which samples count. */
interface Window {
  readonly fromUs: number;
  readonly toUs: number;
  /** As the system counts it: on a busy machine samples come late, and the time between two of them says little. */
  readonly cpuUs: number;
}

export class CpuSampler {
  readonly #session: Session;
  readonly #windows: Window[] = [];
  #from = cpuUsage();
  #fromUs = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  async start(): Promise<void> {
    await ask(this.#session, 'Profiler.enable');
    await ask(this.#session, 'Profiler.setSamplingInterval', { interval: INTERVAL_US });
    await this.#forgetOptimised();
    await ask(this.#session, 'Profiler.start');
  }

  /** From here on samples count. */
  begin(): void {
    this.#from = cpuUsage();
    this.#fromUs = nowUs();
  }

  end(): void {
    const toUs = nowUs();
    const { user, system } = cpuUsage(this.#from);
    this.#windows.push({ fromUs: this.#fromUs, toUs, cpuUs: user + system });
  }

  get windows(): readonly Window[] {
    return this.#windows;
  }

  async stop(names: FrameNames): Promise<CpuSamples> {
    const { profile } = await ask<{ profile: CpuProfile }>(this.#session, 'Profiler.stop');
    await ask(this.#session, 'Profiler.disable');
    return cpuSamples(profile, this.#windows, names);
  }

  /**
   * Of code that was optimised before the profiler was there, V8 does not know which function was inlined into which, and blames the caller.
   * Counting calls exactly makes it throw all such code away; that is all it is started for.
   */
  async #forgetOptimised(): Promise<void> {
    await ask(this.#session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await ask(this.#session, 'Profiler.stopPreciseCoverage');
  }
}

/** As V8 tells it; times in microseconds of the clock that `nowUs` reads. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame; readonly children?: readonly number[] }[];
  readonly startTime: number;
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** Samples say where the time went, the system how much it was. */
function cpuSamples(profile: CpuProfile, windows: readonly Window[], names: FrameNames): CpuSamples {
  const stackOf = cpuStacks(profile, names);
  const idle = new Set(profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id));
  const stacks = new StackTally();
  let [running, ofCode] = [0, 0];
  let atUs = profile.startTime;
  let current = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    atUs += profile.timeDeltas?.[index] ?? 0;
    while (current < windows.length && atUs > (windows[current]?.toUs ?? 0)) current += 1;
    if (idle.has(id) || current >= windows.length || atUs < (windows[current]?.fromUs ?? 0)) continue;
    running += 1;
    const stack = stackOf(id);
    if (stack.length === 0) continue;
    ofCode += 1;
    stacks.add(stack, 1, 1);
  }
  const spentUs = windows.reduce((sum, { cpuUs }) => sum + cpuUs, 0);
  const sampleUs = spentUs / Math.max(1, running);
  const share = ofCode / Math.max(1, running);
  return {
    frames: names.frames,
    stacks: stacks.list().map((stack) => ({ ...stack, value: stack.count * sampleUs })),
    intervalUs: INTERVAL_US,
    replaysUs: windows.map(({ cpuUs }) => cpuUs * share),
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

export class AllocationSampler {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async start(): Promise<void> {
    await ask(this.#session, 'HeapProfiler.enable');
    const keepAll = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
    await ask(this.#session, 'HeapProfiler.startSampling', { samplingInterval: INTERVAL_BYTES, ...keepAll });
  }

  async stop(replays: number, names: FrameNames): Promise<AllocationSamples> {
    const { profile } = await ask<{ profile: { head: HeapNode } }>(this.#session, 'HeapProfiler.stopSampling');
    await ask(this.#session, 'HeapProfiler.disable');
    const stacks = new StackTally();
    const visit = (node: HeapNode, above: readonly number[]): void => {
      const stack = names.below(above, node.callFrame);
      if (node.selfSize > 0 && stack.length > 0) stacks.add(stack, node.selfSize, Math.max(1, Math.round(node.selfSize / INTERVAL_BYTES)));
      for (const child of node.children) visit(child, stack);
    };
    visit(profile.head, []);
    return { frames: names.frames, stacks: stacks.list(), intervalBytes: INTERVAL_BYTES, replays };
  }
}

interface HeapNode {
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

/** Microseconds of processor time this process has used by now. */
export function usedUs(): number {
  const { user, system } = cpuUsage();
  return user + system;
}

/** The clock V8's profiler reads too. */
export function nowUs(): number {
  return Number(clock() / 1000n);
}

function ask<Answer>(session: Session, method: string, params: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Reason for the cast: the protocol is data; what each method answers is said by the caller.
    session.post(method, params, (error, answer) => (error === null ? resolve(answer as Answer) : reject(error)));
  });
}
