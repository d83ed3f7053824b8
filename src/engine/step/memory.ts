/** Steps of the memory model. */
import { blake3Hex } from '../../base/blake3.ts';
import { Kind } from '../../decide/kinds.ts';
import type { Family, StepOf } from '../executor.ts';
import { type Failure, failed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { Task } from '../task.ts';

export const memory: Family<
  | 'memory_alloc'
  | 'memory_free'
  | 'memory_limit_mb'
  | 'memory_fail_after_allocs'
  | 'memory_fragmentation'
  | 'memory_pressure_wave'
  | 'memory_checkpoint'
  | 'memory_assert_in_use_bytes'
> = {
  memory_alloc: (step, run, task) => allocate(step, run, task),
  memory_free: (step, run) => release(step, run),
  memory_limit_mb: (step, run, task) => {
    run.world.memory.limitMb(step.mb);
    run.faults.arm(step.type, run.instructionOf(task).pointer);
    run.emit(step.type, { mb: step.mb });
    return undefined;
  },
  memory_fail_after_allocs: (step, run, task) => {
    run.world.memory.failAfterAllocs(step.count);
    run.faults.arm(step.type, run.instructionOf(task).pointer);
    run.emit(step.type, { count: step.count });
    return undefined;
  },
  memory_fragmentation: (step, run) => {
    run.world.memory.fragmentation(step.seed);
    run.emit(step.type, { seed: step.seed });
    return undefined;
  },
  memory_pressure_wave: (step, run) => {
    run.world.memory.pressureWave(step.multipliers);
    run.emit(step.type, { pattern: step.pattern });
    return undefined;
  },
  memory_checkpoint: (step, run) => {
    run.world.memory.checkpoint(step.name, run.time.nowMs);
    run.emit(step.type, { name: step.name });
    return undefined;
  },
  memory_assert_in_use_bytes: (step, run) => {
    const inUse = run.world.memory.inUseBytes();
    if (inUse === step.equals) return undefined;
    const details = { a: String(step.equals), b: String(inUse) };
    return failed('assertion', step.type, `expected ${step.equals} bytes in use, ${inUse} are`, details);
  },
};

function allocate(step: StepOf<'memory_alloc'>, run: Stage, task: Task): Failure | undefined {
  const tag = step.tag === undefined ? undefined : run.text(step.tag);
  const callsiteHash = callsite(run.settings.projectFile, run.instructionOf(task).origin, step.key, tag);
  const result = run.world.memory.alloc({ bytes: step.bytes, callsiteHash, tag }, run.time.nowMs);
  const reason = result.ok ? '' : result.reason;
  const allocId = result.ok ? result.allocId : 0;
  const { log } = run.decider;
  run.decider.note5(Kind.memoryAlloc, step.bytes, result.effectiveBytes, allocId, log.textId(callsiteHash), log.textId(reason));
  run.emit(step.type, {
    bytes: step.bytes,
    effective_bytes: result.effectiveBytes,
    alloc_id: result.ok ? allocId : null,
    callsite_hash: callsiteHash,
    key: step.key,
    tag,
    failed_reason: result.ok ? undefined : reason,
  });
  if (result.ok) {
    if (step.key !== undefined) run.world.kv.set(step.key, String(allocId));
    return undefined;
  }
  // A sum beyond exact numbers is refused whatever the limits are.
  if (reason !== 'overflow') run.faults.fireLatest(`memory_${reason}`, run.time.nowMs);
  const details = { reason, bytes: step.bytes, effectiveBytes: result.effectiveBytes };
  return failed('checker', 'memory_alloc_failed', `allocation of ${step.bytes} bytes failed (${reason})`, details);
}

function release(step: StepOf<'memory_free'>, run: Stage): Failure | undefined {
  const named = step.key === undefined ? undefined : run.world.kv.get(step.key);
  const text = step.key === undefined ? String(step.allocId) : named;
  if (text === undefined || (step.key !== undefined && !isAllocId(text))) {
    const found = text === undefined ? 'is not set' : `holds "${text}", which is no allocation id`;
    return failed('checker', 'memory_free', `key "${step.key ?? ''}" ${found}`, { key: step.key ?? null });
  }
  const allocId = Number(text);
  const existed = run.world.memory.free(allocId, run.time.nowMs);
  run.decider.note2(Kind.memoryFree, allocId, existed ? 1 : 0);
  run.emit(step.type, { alloc_id: allocId, existed });
  return existed ? undefined : failed('checker', 'memory_free_missing', `allocation ${allocId} is not live`, { allocId });
}

function isAllocId(text: string): boolean {
  return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}

const CALLSITE_DIGITS = 16;
const CALLSITES_KEPT_MAX = 4096;
const callsites = new Map<string, string>();

/** Hashing is far dearer than an allocation of the model; a loop allocates at the same few places. Holds hashes only. */
function callsite(file: string, origin: string, key: string | undefined, tag: string | undefined): string {
  const name = `${file}\n${origin}\n${key ?? ''}\n${tag ?? ''}`;
  let hash = callsites.get(name);
  if (hash === undefined) {
    hash = blake3Hex(name).slice(0, CALLSITE_DIGITS);
    if (callsites.size >= CALLSITES_KEPT_MAX) callsites.clear();
    callsites.set(name, hash);
  }
  return hash;
}
