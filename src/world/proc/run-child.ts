/**
 * Sees one child through to its end. Whatever comes first decides: its exit, the deadline, or one
 * byte too many; in the last two cases the whole tree is ended before the call answers.
 */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { unreachable } from '../../base/assert.ts';
import { ByteSink } from '../host/byte-sink.ts';
import type { Deadline, Interruption } from '../host/deadline.ts';
import { interruptedAnswer } from '../host/deadline.ts';
import { holdLive } from '../host/live.ts';
import type { HostAnswer, HostError } from '../host/port.ts';
import type { Child } from './child.ts';
import { MemorySampler } from './memory-sampler.ts';
import type { ProcHostResult } from './port.ts';
import { ProcessTree } from './tree.ts';

export interface ChildRun {
  readonly child: Child;
  readonly mark: string;
  readonly deadline: Deadline;
  readonly bytesMax: number;
  readonly sampleRss: boolean;
}

/** What pipes get to close after the child exited. */
const drainMs = 250;
/** Turns of the event loop granted on top, so that an endless writer does not stretch the time. */
const drainTurnsMax = 16;
/** A killed child is reaped at once unless the kernel is stuck in it. */
const reapMs = 2000;

type Exit = { readonly kind: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null };
type Stop = { readonly kind: Interruption } | { readonly kind: 'overflow'; readonly stream: Stream };
type Ending = Stop | { readonly kind: 'done'; readonly exit: Exit; readonly leftover: boolean };

interface Stream {
  readonly name: 'stdout' | 'stderr';
  readonly source: Readable;
  readonly sink: ByteSink;
}

export async function runChild(run: ChildRun): Promise<HostAnswer<ProcHostResult>> {
  const tree = new ProcessTree(run.mark, run.child.pid);
  const release = holdLive(() => tree.killNow());
  const sampler = run.sampleRss ? new MemorySampler(tree) : undefined;
  const stdout: Stream = { name: 'stdout', source: run.child.stdout, sink: new ByteSink(run.bytesMax) };
  const stderr: Stream = { name: 'stderr', source: run.child.stderr, sink: new ByteSink(run.bytesMax) };
  const exited = exitOf(run.child, tree);
  try {
    const ending = await endingOf(run, exited, [stdout, stderr]);
    // Taken before the tree is ended: what it says while dying is not its output any more.
    const seen = { stdout: stdout.sink.text(), stderr: stderr.sink.text(), ...sampler?.stop() };
    if (ending.kind !== 'done' || ending.leftover) await endTree(run.child, tree, exited);
    return answerOf(ending, seen, run);
  } finally {
    sampler?.stop();
    release();
  }
}

function exitOf(child: Child, tree: ProcessTree): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      tree.rootIsGone();
      resolve({ kind: 'exit', code, signal });
    });
  });
}

async function endingOf(run: ChildRun, exited: Promise<Exit>, streams: readonly Stream[]): Promise<Ending> {
  const closed = new Promise<{ readonly kind: 'closed' }>((resolve) => run.child.once('close', () => resolve({ kind: 'closed' })));
  const stopped = Promise.race<Stop>([strikeOf(run.deadline), ...streams.map(overflowOf)]);
  const first = await Promise.race([exited, stopped]);
  if (first.kind !== 'exit') return first;
  const then = await Promise.race([closed, stopped, drainTimeOver(streams)]);
  if (then.kind === 'closed' || then.kind === 'leftover') return { kind: 'done', exit: first, leftover: then.kind === 'leftover' };
  return then;
}

async function strikeOf(deadline: Deadline): Promise<Stop> {
  return { kind: await deadline.strike };
}

/** Reads the stream into its sink; resolves at the first byte over the limit, and closes the source there. */
function overflowOf(stream: Stream): Promise<Stop> {
  return new Promise((resolve) => {
    stream.source.on('error', () => undefined);
    stream.source.on('data', (chunk: Buffer) => {
      if (stream.sink.push(chunk)) return;
      stream.source.destroy();
      resolve({ kind: 'overflow', stream });
    });
  });
}

/** When this thread was busy, output may wait in the pipes although the time is over: read on while there is some. */
async function drainTimeOver(streams: readonly Stream[]): Promise<{ readonly kind: 'leftover' }> {
  await sleep(drainMs, undefined, { ref: false });
  const size = (): number => streams.reduce((sum, stream) => sum + stream.sink.sizeBytes, 0);
  let before = -1;
  for (let turn = 0; turn < drainTurnsMax && size() > before; turn += 1) {
    before = size();
    await nextTurn();
    await nextTurn();
  }
  return { kind: 'leftover' };
}

async function endTree(child: Child, tree: ProcessTree, exited: Promise<Exit>): Promise<void> {
  await tree.end();
  await Promise.race([exited, sleep(reapMs, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

type Seen = Omit<ProcHostResult, 'exitCode' | 'signal' | 'leftoverProcesses'>;

function answerOf(ending: Ending, seen: Seen, run: ChildRun): HostAnswer<ProcHostResult> {
  const durationMs = run.deadline.durationMs();
  switch (ending.kind) {
    case 'done':
      return { kind: 'ok', value: { ...exitFields(ending.exit), ...seen, leftoverProcesses: ending.leftover }, durationMs };
    case 'overflow':
      return { kind: 'failed', error: overflowError(ending.stream, run.bytesMax), durationMs };
    case 'timeout':
    case 'cancelled':
      return interruptedAnswer<ProcHostResult>(ending.kind, seen, durationMs);
    default:
      return unreachable(ending);
  }
}

function exitFields({ code, signal }: Exit): Pick<ProcHostResult, 'exitCode' | 'signal'> {
  return signal === null ? { exitCode: code ?? -1 } : { exitCode: -1, signal };
}

function overflowError({ name, sink }: Stream, bytesMax: number): HostError {
  return { class: 'limit', message: `${name} exceeded limit of ${bytesMax} bytes`, excerpt: sink.excerpt() };
}
