/** The parts profile documents and profile files have in common. */
import { count, flag, list, number, one, orNull, record, text } from '../../base/shape.ts';
import { profileDomains } from '../../trace/profile/profile.ts';

export const domain = one(...profileDomains);
const ms = number;
const msOrNull = orNull(number);

export const metrics = record({
  virtualTimeMs: ms,
  hostTimeMs: ms,
  cpuTimeMs: msOrNull,
  allocBytes: msOrNull,
  inUseBytes: msOrNull,
  p50LatencyMs: msOrNull,
  p95LatencyMs: msOrNull,
  p99LatencyMs: msOrNull,
  maxLatencyMs: msOrNull,
  ioOps: msOrNull,
  schedOps: msOrNull,
});

export const cpuSection = record({
  cpuTimeMs: ms,
  replays: count,
  samples: count,
  intervalUs: number,
  functions: list(record({ name: text, file: text, line: number, column: number, origin: text, selfMs: ms, totalMs: ms, selfPct: number })),
});

export const heapSection = record({
  source: one('memory_model', 'v8_sampling'),
  allocBytes: number,
  inUseBytes: orNull(number),
  peakBytes: orNull(number),
  allocCount: count,
  callsites: list(record({ site: text, allocBytes: number, inUseBytes: number, allocCount: count })),
  lifetimes: record({ freed: count, p50Ms: msOrNull, p99Ms: msOrNull, maxMs: msOrNull }),
  retentionSuspects: list(record({ site: text, inUseBytes: number, count })),
});

export const latencySection = record({
  distribution: record({
    count,
    open: count,
    p50Ms: msOrNull,
    p95Ms: msOrNull,
    p99Ms: msOrNull,
    maxMs: msOrNull,
    buckets: list(record({ upToMs: ms, count })),
  }),
  operations: list(
    record({
      name: text,
      kind: one('step', 'request', 'serve', 'operation', 'message', 'event', 'pause'),
      count,
      totalMs: ms,
      selfMs: ms,
      maxMs: ms,
    }),
  ),
  criticalPath: list(record({ name: text, actor: text, startMs: ms, endMs: ms, selfMs: ms })),
  dependencyGraph: record({ nodes: list(text), edges: list(record({ from: text, to: text, count, totalMs: ms })) }),
  waitReasons: list(record({ reason: text, actor: text, count, totalMs: ms })),
  tailAmplificationSuspects: list(record({ name: text, count, p50Ms: ms, p99Ms: ms, ratio: number })),
});

export const ioSection = record({
  ops: count,
  bytes: number,
  operations: list(record({ kind: text, name: text, count, bytes: number, totalMs: ms })),
});

export const schedSection = record({
  ops: count,
  switches: count,
  actors: list(record({ actor: text, count })),
  turns: list(record({ actor: text, label: text, count })),
});

export const timelineEntry = record({ domain, timeBase: one('virtual'), timeMs: ms, durationMs: ms, actor: text, name: text });

export const timeDomains = record({
  virtual: record({ unit: one('ms'), fromMs: ms, toMs: ms }),
  host: record({ unit: one('ms'), durationMs: ms, cpu: flag }),
});

export const stacks = list(record({ frames: list(count), value: number, count }));

export const frame = record({ name: text, file: text, line: number, column: number, origin: one('user', 'package', 'node', 'engine') });
