/**
 * Carries a run to its end. Without the outside that is one synchronous call; with it, requests are
 * performed and answered until the run is done. Long runs pause now and then so that a signal can
 * be heard.
 */
import { concludeRun } from './conclude.ts';
import type { HostReply, HostRequest } from './host-request.ts';
import type { Outcome } from './outcome.ts';
import { Run, type RunParts } from './run.ts';
import { assert, unreachable } from '../base/assert.ts';
import type { HostFilesPort } from '../world/fs/port.ts';
import type { Outside } from './world.ts';

/** Few enough to hear a signal within milliseconds, many enough to cost nothing. */
const STEPS_PER_SLICE = 20_000;

/** For runs that touch nothing real: deterministic ones, replays, candidates. */
export function executeSync(parts: Omit<RunParts, 'outside'>): Outcome {
  const run = new Run({ ...parts, outside: undefined });
  const end = run.advance(Number.MAX_SAFE_INTEGER);
  assert(end === 'done', `a run without the outside stopped with "${end}"`);
  return concludeRun(run);
}

export interface Breath {
  /** Lets the event loop turn once. */
  pause(): Promise<void>;
  /** Whether the run must end now. */
  readonly isCancelled: () => boolean;
}

export async function execute(parts: RunParts, breath: Breath): Promise<Outcome> {
  const run = new Run(parts);
  for (;;) {
    if (breath.isCancelled()) run.interrupt();
    const state = run.advance(STEPS_PER_SLICE);
    if (state === 'done') {
      await undoOpenBlocks(run);
      return concludeRun(run);
    }
    if (state === 'pause') await breath.pause();
    else await answer(run);
  }
}

/** A run that ended inside a block that expects a failure leaves no file of that block behind either. */
async function undoOpenBlocks(run: Run): Promise<void> {
  const files = run.outside?.files;
  if (files === undefined) return;
  // A block that was the last step has left its end as an open request.
  if (run.request?.kind === 'fs_leave') await leave(run.request.ends, files);
  for (let open = run.blocks.openScopes; open > 0; open -= 1) await files.undo();
}

async function answer(run: Run): Promise<void> {
  const { request, outside } = run;
  assert(request !== undefined && outside !== undefined, 'only a run with the outside asks it');
  run.resume(await perform(request, outside, run));
}

async function perform(request: HostRequest, outside: Outside, run: Run): Promise<HostReply> {
  switch (request.kind) {
    case 'wait':
      return { kind: 'wait', ms: await outside.clock.wait(request.ms, outside.signal) };
    case 'http':
      return { kind: 'http', answer: await present(outside.http).request(request.request, run.callLimits()) };
    case 'proc':
      return { kind: 'proc', answer: await present(outside.proc).spawn(request.request, run.callLimits()) };
    case 'fs_write':
      return { kind: 'fs_write', answer: await present(outside.files).write(request.path, request.data, run.callLimits()) };
    case 'fs_read':
      return { kind: 'fs_read', answer: await present(outside.files).read(request.path, run.callLimits()) };
    case 'fs_snapshot':
      return { kind: 'fs_snapshot', answer: await present(outside.files).snapshot(request.name, run.callLimits()) };
    case 'fs_restore':
      return { kind: 'fs_restore', answer: await present(outside.files).restore(request.name, run.callLimits()) };
    case 'fs_mark':
      await present(outside.files).mark();
      return { kind: 'done' };
    case 'fs_leave':
      await leave(request.ends, present(outside.files));
      return { kind: 'done' };
    default:
      return unreachable(request);
  }
}

async function leave(ends: readonly ('undo' | 'release')[], files: HostFilesPort): Promise<void> {
  for (const end of ends) {
    if (end === 'undo') await files.undo();
    else files.release();
  }
}

function present<T>(port: T | undefined): T {
  assert(port !== undefined, 'a step asked a backend that is not there');
  return port;
}
