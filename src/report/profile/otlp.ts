/**
 * An OTLP/JSON trace request, as collectors take it at /v1/traces. The run is the root span; spans of virtual time lie below it, and what has no
 * duration (input and output, turns, allocations, hot functions) is told as events of spans.
 */
import { largest } from '../../base/largest.ts';
import { blake3Hex } from '../../base/blake3.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { metricsOf } from '../../trace/profile/metrics.ts';
import type { Profile, ProfileDomain, Span } from '../../trace/profile/profile.ts';
import { topSections } from '../../trace/profile/top.ts';

/** 2030-01-01T00:00:00Z, where the clocks of simulations begin: virtual time has no other place in real time. */
const EPOCH_MS = 1_893_456_000_000;

const TRACE_ID_DIGITS = 32;
const SPAN_ID_DIGITS = 16;
const FUNCTIONS_MAX = 50;

const KIND: Readonly<Record<Span['kind'], number>> = { step: 1, operation: 1, event: 1, pause: 1, serve: 2, request: 3, message: 5 };

export interface OtlpOptions {
  /** What the run is known by; ids are made from it. */
  readonly identity: string;
  readonly name: string;
  readonly version: string;
}

export function renderOtlp(profile: Profile, domains: readonly ProfileDomain[], { identity, name, version }: OtlpOptions): JsonObject {
  const traceId = blake3Hex(`fozzy trace ${identity}`).slice(0, TRACE_ID_DIGITS);
  const spanId = (index: number): string => blake3Hex(`fozzy span ${identity} ${index}`).slice(0, SPAN_ID_DIGITS);
  const rootId = spanId(-1);
  const end = largest(
    profile.spans.map(({ endMs }) => endMs),
    profile.virtualTimeMs,
  );
  const root = {
    traceId,
    spanId: rootId,
    name,
    kind: 1,
    startTimeUnixNano: nanos(0),
    endTimeUnixNano: nanos(end),
    attributes: attributes(metricsOf(profile), 'fozzy.'),
    events: domains.flatMap((domain) => eventsOf(profile, domain)),
    status: {},
  };
  const spans = domains.includes('latency') ? profile.spans : [];
  const below = spans.map((span, index) => ({
    traceId,
    spanId: spanId(index),
    parentSpanId: span.parent === undefined ? rootId : spanId(span.parent),
    name: span.name,
    kind: KIND[span.kind],
    startTimeUnixNano: nanos(span.startMs),
    endTimeUnixNano: nanos(span.endMs),
    attributes: attributes({ actor: span.actor, kind: span.kind, selfMs: span.selfMs, open: span.isOpen }, 'fozzy.'),
    events: [],
    status: { code: span.isOk ? 1 : 2 },
  }));
  const resource = {
    attributes: attributes({ 'service.name': name, 'telemetry.sdk.name': 'fozzy', 'telemetry.sdk.version': version }, ''),
  };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'fozzy', version }, spans: [root, ...below] }] }] };
}

function eventsOf(profile: Profile, domain: ProfileDomain): readonly JsonObject[] {
  switch (domain) {
    case 'latency':
      return [];
    case 'io':
      return profile.io.map(({ kind, name, actor, atMs, bytes }) => eventAt(atMs, `io ${name}`, { kind, actor, bytes }));
    case 'sched':
      return profile.turns.map(({ actor, label, atMs }) => eventAt(atMs, `turn ${label}`, { actor }));
    case 'heap':
      return heapEvents(profile);
    case 'cpu':
      return (topSections(profile, ['cpu'], FUNCTIONS_MAX).cpu?.functions ?? []).map(({ name, file, line, selfMs, totalMs }) => {
        return eventAt(0, `cpu ${name}`, { file, line, selfMs, totalMs });
      });
  }
}

function heapEvents(profile: Profile): readonly JsonObject[] {
  if (profile.allocations.length > 0) {
    return profile.allocations.map(({ site, bytes, atMs, freedAtMs }) =>
      eventAt(atMs, `alloc ${site}`, { bytes, kept: freedAtMs === undefined }),
    );
  }
  return (topSections(profile, ['heap'], FUNCTIONS_MAX).heap?.callsites ?? []).map(({ site, allocBytes, allocCount }) => {
    return eventAt(0, `alloc ${site}`, { bytes: allocBytes, count: allocCount });
  });
}

function eventAt(atMs: number, name: string, values: Readonly<Record<string, Json>>): JsonObject {
  return { timeUnixNano: nanos(atMs), name, attributes: attributes(values, 'fozzy.') };
}

/** Milliseconds of virtual time are whole numbers, so nanoseconds are six zeros more, exactly. */
function nanos(ms: number): string {
  return `${EPOCH_MS + Math.round(ms)}000000`;
}

function attributes(values: object, prefix: string): readonly JsonObject[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const told = valueOf(value);
    return told === undefined ? [] : [{ key: `${prefix}${key}`, value: told }];
  });
}

function valueOf(value: unknown): JsonObject | undefined {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return undefined;
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
