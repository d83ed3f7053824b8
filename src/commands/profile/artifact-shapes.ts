/** The profile files of a run, by name: what `fozzy schema` tells other programs about them. */
import { count, list, number, orNull, record, type Shape, text, versioned } from '../../base/shape.ts';
import { frame, heapSection, latencySection, metrics, stacks, timeDomains, timelineEntry } from './section-shapes.ts';

export const profileArtifactShapes = {
  'profile.timeline.json': versioned('fozzy.profile_timeline.v1', { timeDomains, total: count, events: list(timelineEntry) }),
  'profile.cpu.json': versioned('fozzy.profile_cpu.v1', { stacks, intervalUs: number, replaysUs: list(number) }),
  'profile.heap.json': versioned('fozzy.profile_heap.v1', {
    heap: orNull(heapSection),
    samples: orNull(record({ stacks, intervalBytes: number, replays: count })),
  }),
  'profile.latency.json': versioned('fozzy.profile_latency.v1', { latency: orNull(latencySection) }),
  'profile.metrics.json': versioned('fozzy.profile_metrics.v1', { metrics }),
  'symbols.json': versioned('fozzy.profile_symbols.v1', { frames: list(frame) }),
  'profile.source.json': versioned('fozzy.profile_source.v1', { runId: text, traceBlake3: orNull(text) }),
} satisfies Readonly<Record<string, Shape<object>>>;
