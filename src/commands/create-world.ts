/** A fresh virtual world for one run, from the initial memory options and the project's redaction rules. */
import { parsePressureWave } from '../scenario/pressure-wave.ts';
import type { CreateWorld } from '../campaign/steps-subject.ts';
import type { MemoryOptions } from '../trace/summary.ts';
import { virtualFiles } from '../world/fs/virtual.ts';
import { scriptedHttp } from '../world/http/scripted.ts';
import { virtualKv } from '../world/kv/virtual.ts';
import type { MemorySettings } from '../world/memory/port.ts';
import { virtualMemory } from '../world/memory/virtual.ts';
import { virtualNet } from '../world/net/virtual.ts';
import { scriptedProcesses } from '../world/proc/scripted.ts';
import type { Redactor } from '../world/redact.ts';

const BYTES_PER_MB = 1024 * 1024;

export function worldFactory(secrets: Redactor): CreateWorld {
  return (memory) => ({
    kv: virtualKv(),
    files: virtualFiles(),
    http: scriptedHttp(),
    proc: scriptedProcesses(),
    net: virtualNet(),
    memory: virtualMemory(memorySettings(memory)),
    secrets,
  });
}

function memorySettings(options: MemoryOptions): MemorySettings {
  return {
    limitBytes: options.limit_mb === undefined ? undefined : options.limit_mb * BYTES_PER_MB,
    failAfterAllocs: options.fail_after_allocs,
    fragmentationSeed: options.fragmentation_seed,
    multipliers: options.pressure_wave === undefined ? undefined : parsePressureWave(options.pressure_wave),
  };
}
