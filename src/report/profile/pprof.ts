/**
 * A pprof profile: gzipped protocol buffers, as `go tool pprof` and its friends read it. All domains share one profile; each has columns of its
 * own among the values, so `-sample_index=latency` and so on choose between them.
 */
import { gzipSync } from 'fflate';
import { flameStacks, replaysTogether } from '../../trace/profile/flame-stacks.ts';
import type { Profile, ProfileDomain, Span } from '../../trace/profile/profile.ts';
import { MessageWriter } from './protobuf.ts';

/** Fields of `message Profile`. */
const PROFILE = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  string: 6,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14,
};

interface ValueColumn {
  readonly domain: ProfileDomain;
  readonly type: string;
  readonly unit: string;
}

const columns: readonly ValueColumn[] = [
  { domain: 'cpu', type: 'samples', unit: 'count' },
  { domain: 'cpu', type: 'cpu', unit: 'nanoseconds' },
  { domain: 'heap', type: 'alloc_objects', unit: 'count' },
  { domain: 'heap', type: 'alloc_space', unit: 'bytes' },
  { domain: 'heap', type: 'inuse_space', unit: 'bytes' },
  { domain: 'latency', type: 'latency', unit: 'nanoseconds' },
  { domain: 'io', type: 'io', unit: 'count' },
  { domain: 'sched', type: 'sched', unit: 'count' },
];

interface Sample {
  readonly stack: readonly Place[];
  /** By the type of its column. */
  readonly values: Readonly<Record<string, number>>;
}

interface Place {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

export function renderPprof(profile: Profile, domains: readonly ProfileDomain[]): Uint8Array {
  const told = columns.filter(({ domain }) => domains.includes(domain));
  const tables = new Tables();
  const out = new MessageWriter();
  for (const { type, unit } of told) out.message(PROFILE.sampleType, valueType(tables, type, unit));
  for (const { stack, values } of domains.flatMap((domain) => samplesOf(profile, domain))) {
    // Leaf first, as pprof wants it.
    const locations = stack.map((place) => tables.location(place)).reverse();
    const numbers = told.map(({ type }) => Math.max(0, Math.round(values[type] ?? 0)));
    out.message(PROFILE.sample, new MessageWriter().packed(1, locations).packed(2, numbers));
  }
  const [, second] = told;
  const [first] = told;
  const period = profile.cpu === undefined ? 1 : profile.cpu.intervalUs * 1000;
  // Interned before the table of texts is written.
  const last = (second?.domain === 'cpu' ? second : first) ?? columns[0];
  const periodType = valueType(tables, last?.type ?? '', last?.unit ?? '');
  const defaultType = tables.text(last?.type ?? '');
  const remarks = (['cpu', 'heap'] as const)
    .filter((domain) => domains.includes(domain) && replaysTogether(profile, domain) !== '')
    .map((domain) => `${domain}: ${replaysTogether(profile, domain)}`);
  const comments = ['made by fozzy', ...remarks].map((text) => tables.text(text));
  tables.write(out);
  out
    .number(PROFILE.durationNanos, profile.virtualTimeMs * 1_000_000)
    .message(PROFILE.periodType, periodType)
    .number(PROFILE.period, period)
    .packed(PROFILE.comment, comments)
    .number(PROFILE.defaultSampleType, defaultType);
  return gzipSync(out.bytes(), { mtime: 0 });
}

function valueType(tables: Tables, type: string, unit: string): MessageWriter {
  return new MessageWriter().number(1, tables.text(type)).number(2, tables.text(unit));
}

/** Texts, functions and locations are written once and named by numbers. */
class Tables {
  readonly #texts = new Map<string, number>([['', 0]]);
  readonly #locations = new Map<string, number>();
  readonly #places: Place[] = [];

  text(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }

  /** Numbered from 1: zero is nobody. */
  location(place: Place): number {
    const key = `${place.name}\n${place.file}\n${place.line}`;
    const known = this.#locations.get(key);
    if (known !== undefined) return known;
    this.#places.push(place);
    this.#locations.set(key, this.#places.length);
    return this.#places.length;
  }

  write(out: MessageWriter): void {
    for (const [index, { line }] of this.#places.entries()) {
      const at = new MessageWriter().number(1, index + 1).number(2, line);
      out.message(PROFILE.location, new MessageWriter().number(1, index + 1).message(4, at));
    }
    for (const [index, { name, file, line }] of this.#places.entries()) {
      const named = new MessageWriter()
        .number(1, index + 1)
        .number(2, this.text(name))
        .number(3, this.text(name));
      out.message(PROFILE.function, named.number(4, this.text(file)).number(5, line));
    }
    for (const text of this.#texts.keys()) out.text(PROFILE.string, text);
  }
}

function samplesOf(profile: Profile, domain: ProfileDomain): readonly Sample[] {
  switch (domain) {
    case 'cpu':
      return flameStacks(profile, 'cpu').map(({ frames, value, count }) => ({
        stack: frames,
        values: { cpu: value * 1000, samples: count },
      }));
    case 'heap':
      return heapSamples(profile);
    case 'latency':
      return profile.spans.map((span) => ({ stack: spanStack(span, profile.spans), values: { latency: span.selfMs * 1_000_000 } }));
    case 'io':
      return profile.io.map(({ actor, name }) => ({ stack: [plainPlace(actor), plainPlace(name)], values: { io: 1 } }));
    case 'sched':
      return profile.turns.map(({ actor, label }) => ({ stack: [plainPlace(actor), plainPlace(label)], values: { sched: 1 } }));
  }
}

function heapSamples(profile: Profile): readonly Sample[] {
  if (profile.allocations.length === 0) {
    return flameStacks(profile, 'heap').map(({ frames, value, count }) => ({
      stack: frames,
      values: { alloc_space: value, alloc_objects: count },
    }));
  }
  return profile.allocations.map(({ path, bytes, freedAtMs }) => ({
    stack: path.map(plainPlace),
    values: { alloc_space: bytes, alloc_objects: 1, inuse_space: freedAtMs === undefined ? bytes : 0 },
  }));
}

function spanStack(span: Span, spans: readonly Span[]): readonly Place[] {
  const stack = [plainPlace(span.name)];
  let outermost = span;
  for (let parent = span.parent; parent !== undefined; parent = outermost.parent) {
    const found = spans[parent];
    if (found === undefined) break;
    stack.unshift(plainPlace(found.name));
    outermost = found;
  }
  return [plainPlace(outermost.actor), ...stack];
}

function plainPlace(name: string): Place {
  return { name, file: '', line: 0 };
}
