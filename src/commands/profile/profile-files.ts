/** The profile of a run as files of its directory, and the measured part of it read back. */
import { join } from 'node:path';
import { asJson } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { PROFILE_SOURCE_FILE, type ProfileArtifacts } from '../../store/finalise.ts';
import { parseObject, readText, renderDocument } from '../../store/json-file.ts';
import type { RunManifest } from '../../store/manifest.ts';
import { metricsOf } from '../../trace/profile/metrics.ts';
import { type AllocationSamples, type CpuSamples, domainsOf, type Profile } from '../../trace/profile/profile.ts';
import { timeDomainsOf, timelineOf } from '../../trace/profile/timeline.ts';
import { topSections } from '../../trace/profile/top.ts';

const CPU_FILE = 'profile.cpu.json';
const HEAP_FILE = 'profile.heap.json';
/** Frames once, for the stacks of both. */
const SYMBOLS_FILE = 'symbols.json';

/** More rows than this are no longer read by anybody; the trace has all of them. */
const TIMELINE_ROWS_MAX = 50_000;
const SECTION_ROWS_MAX = 1000;

export function profileArtifacts(profile: Profile): ProfileArtifacts {
  const domains = domainsOf(profile);
  const { heap, latency } = topSections(profile, domains, SECTION_ROWS_MAX);
  const { cpu, allocationSamples } = profile;
  const timeline = timelineOf(profile);
  const rows = timeline.slice(0, TIMELINE_ROWS_MAX).map((entry) => `    ${canonicalJson(asJson(entry))}`);
  const symbols = cpu?.frames ?? allocationSamples?.frames ?? [];
  return {
    capabilities: domains,
    files: [
      {
        name: 'profile.timeline.json',
        schemaVersion: 'fozzy.profile_timeline.v1',
        // A row per line, so that large ones stay readable.
        text: `{\n  "schemaVersion": "fozzy.profile_timeline.v1",\n  "timeDomains": ${canonicalJson(asJson(timeDomainsOf(profile)))},\n  "total": ${timeline.length},\n  "events": [${rows.length === 0 ? '' : `\n${rows.join(',\n')}\n  `}]\n}\n`,
      },
      ...(cpu === undefined ? [] : [file(CPU_FILE, 'fozzy.profile_cpu.v1', { ...cpu, frames: undefined })]),
      file(HEAP_FILE, 'fozzy.profile_heap.v1', {
        heap: heap ?? null,
        samples: allocationSamples === undefined ? null : { ...allocationSamples, frames: undefined },
      }),
      file('profile.latency.json', 'fozzy.profile_latency.v1', { latency: latency ?? null }),
      file('profile.metrics.json', 'fozzy.profile_metrics.v1', { metrics: metricsOf(profile) }),
      file(SYMBOLS_FILE, 'fozzy.profile_symbols.v1', { frames: symbols }),
    ],
  };
}

function file(name: string, schemaVersion: string, content: object): ProfileArtifacts['files'][number] {
  return { name, schemaVersion, text: renderDocument({ schemaVersion, ...content }) };
}

export interface MeasuredFiles {
  readonly cpu: CpuSamples | undefined;
  readonly allocationSamples: AllocationSamples | undefined;
  /** Absolute, for whoever wants to point at them. */
  readonly symbolsFile: string;
}

/** Undefined when nothing was measured, 'stale' when it was measured on another trace. */
export function readMeasured(runDir: string, manifest: RunManifest): MeasuredFiles | 'stale' | undefined {
  if (!manifest.files.some(({ name }) => name === CPU_FILE)) return undefined;
  const source = parseObject(readText(join(runDir, PROFILE_SOURCE_FILE)) ?? '');
  if (source?.['runId'] !== manifest.runId || source['traceBlake3'] !== (manifest.trace?.blake3 ?? null)) return 'stale';
  const read = (name: string): JsonObject => parseObject(readText(join(runDir, name)) ?? '') ?? {};
  const frames = read(SYMBOLS_FILE)['frames'] ?? [];
  const samples = read(HEAP_FILE)['samples'];
  return {
    // Reason for the casts: the digests of the manifest prove that these are the files written above.
    cpu: { ...read(CPU_FILE), frames } as unknown as CpuSamples,
    allocationSamples: isObject(samples) ? ({ ...samples, frames } as unknown as AllocationSamples) : undefined,
    symbolsFile: join(runDir, SYMBOLS_FILE),
  };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
