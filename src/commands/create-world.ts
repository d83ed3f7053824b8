/** A fresh virtual world for one run, from the initial memory options and the project's redaction rules. */
import { parsePressureWave } from '../scenario/pressure-wave.ts';
import type { CreateWorld } from '../campaign/steps-subject.ts';
import { fuzzValues } from '../engine/fuzz-values.ts';
import type { MemoryOptions } from '../trace/summary.ts';
import { virtualFiles } from '../world/fs/virtual.ts';
import { scriptedHttp } from '../world/http/scripted.ts';
import type { KvPort } from '../world/kv/port.ts';
import { virtualKv } from '../world/kv/virtual.ts';
import type { MemorySettings } from '../world/memory/port.ts';
import { virtualMemory } from '../world/memory/virtual.ts';
import { virtualNet } from '../world/net/virtual.ts';
import { scriptedProcesses } from '../world/proc/scripted.ts';
import type { Redactor } from '../world/redact.ts';

const BYTES_PER_MB = 1024 * 1024;

/** `fuzzed` is the input the scenario is fuzzed with. */
export function worldFactory(secrets: Redactor, fuzzed?: Uint8Array): CreateWorld {
  const values = fuzzValues(fuzzed);
  return (memory) => ({
    kv: kvWith(values),
    files: virtualFiles(),
    http: scriptedHttp(),
    proc: scriptedProcesses(),
    net: virtualNet(),
    memory: virtualMemory(memorySettings(memory)),
    secrets,
  });
}

function kvWith(values: ReadonlyMap<string, string>): KvPort {
  const kv = virtualKv();
  for (const [key, value] of values) kv.set(key, value);
  return kv;
}

function memorySettings(options: MemoryOptions): MemorySettings {
  return {
    limitBytes: options.limit_mb === undefined ? undefined : options.limit_mb * BYTES_PER_MB,
    failAfterAllocs: options.fail_after_allocs,
    fragmentationSeed: options.fragmentation_seed,
    multipliers: options.pressure_wave === undefined ? undefined : parsePressureWave(options.pressure_wave),
  };
}
