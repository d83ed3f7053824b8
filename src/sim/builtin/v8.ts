/** `node:v8`: serialisation is Node's own, figures of the heap are pinned because real ones differ from run to run, the rest is refused. */
import v8 from 'node:v8';
import { copyModule } from './copy-module.ts';
import { refusing } from './refusing.ts';

const MIB = 2 ** 20;

const HEAP = {
  total_heap_size: 32 * MIB,
  total_heap_size_executable: MIB,
  total_physical_size: 32 * MIB,
  total_available_size: 4096 * MIB,
  used_heap_size: 16 * MIB,
  heap_size_limit: 4144 * MIB,
  malloced_memory: MIB,
  peak_malloced_memory: MIB,
  does_zap_garbage: 0,
  number_of_native_contexts: 1,
  number_of_detached_contexts: 0,
  total_global_handles_size: 8192,
  used_global_handles_size: 4096,
  external_memory: 2 * MIB,
  ...('total_allocated_bytes' in v8.getHeapStatistics() ? { total_allocated_bytes: 64 * MIB } : {}),
} as const;

const instead = 'It reaches the real process; profile the run with `fozzy profile` instead.';

const KNOWN = `cachedDataVersionTag Serializer Deserializer DefaultSerializer DefaultDeserializer deserialize serialize isStringOneByteRepresentation`;

const replaced = {
  getHeapStatistics: () => ({ ...HEAP }),
  getHeapSpaceStatistics: () => [
    {
      space_name: 'new_space',
      space_size: HEAP.total_heap_size,
      space_used_size: HEAP.used_heap_size,
      space_available_size: HEAP.total_available_size,
      physical_space_size: HEAP.total_physical_size,
    },
  ],
  getHeapCodeStatistics: () => ({
    code_and_metadata_size: MIB,
    bytecode_and_metadata_size: MIB,
    external_script_source_size: MIB,
    cpu_profiler_metadata_size: 0,
  }),
  ...refusing(
    'v8',
    [
      ...['getHeapSnapshot', 'writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit', 'queryObjects', 'takeCoverage', 'stopCoverage'],
      ...['startupSnapshot', 'promiseHooks', 'GCProfiler', 'setFlagsFromString'],
    ],
    instead,
  ),
};

export const simV8: Record<string, unknown> = copyModule(v8, replaced, { module: 'v8', names: KNOWN });
