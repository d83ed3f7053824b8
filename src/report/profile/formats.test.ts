/** Every format holds what its readers demand, and the same numbers as the profile, whatever names the subject uses. */
import { Ajv } from 'ajv';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildProfile } from '../../trace/profile/build-profile.ts';
import { flameStacks } from '../../trace/profile/flame-stacks.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { domainsOf, type Profile } from '../../trace/profile/profile.ts';
import { renderFlameSvg } from './flame-svg.ts';
import { renderFolded } from './folded.ts';
import { renderOtlp } from './otlp.ts';
import { renderPprof } from './pprof.ts';
import { readPprof } from './protobuf-reader.ts';
import { renderSpeedscope } from './speedscope.ts';
import { renderTimelineHtml } from './timeline-html.ts';
import { isWellFormed } from './well-formed.ts';

const hostile = 'a;b <script>&"\' \u0007 ünïcødé';

function event(time_ms: number, name: string, fields: TraceEvent['fields']): TraceEvent {
  return { time_ms, name, source: 'engine', fields };
}

const profile: Profile = {
  ...buildProfile({
    subject: 'steps',
    virtualTimeMs: 40,
    hostTimeMs: 3,
    events: [
      event(0, 'sched_pick', { step_kind: 'parallel', step_path: '/steps/0', task_id: 'main' }),
      event(0, 'span_start', { span: 'step-0', step_kind: 'parallel', step_path: '/steps/0', task: 'main' }),
      event(0, 'span_start', { span: 'step-0.0.0', step_kind: 'sleep', step_path: '/steps/0/tasks/0/steps/0', task: 'main' }),
      event(0, 'span_start', { span: 'step-0.1.0', step_kind: 'http_request', step_path: '/steps/0/tasks/1/steps/0', task: 'main' }),
      event(10, 'span_end', { span: 'step-0.0.0', status: 'ok' }),
      event(30, 'http_request', { method: 'GET', path: hostile }),
      event(30, 'capability_http', { method: 'GET', path: hostile, duration_ms: 30, response_payload_bytes: 5 }),
      event(30, 'span_end', { span: 'step-0.1.0', status: 'error' }),
      event(30, 'span_end', { span: 'step-0', status: 'ok' }),
      event(30, 'span_start', { span: 'step-1', step_kind: 'memory_alloc', step_path: '/steps/1', task: 'main' }),
      event(30, 'memory_alloc', { alloc_id: 1, bytes: 100, effective_bytes: 128, tag: hostile }),
      event(30, 'span_end', { span: 'step-1', status: 'ok' }),
      event(30, 'span_start', { span: 'step-2', step_kind: 'sleep', step_path: '/steps/2', task: 'main' }),
    ],
  }),
  cpu: {
    intervalUs: 100,
    replaysUs: [500, 700],
    frames: [
      { name: 'outer', file: 'src/a.ts', line: 3, column: 1, origin: 'user' },
      { name: hostile, file: 'src/b.ts', line: 9, column: 2, origin: 'package' },
    ],
    stacks: [
      { frames: [0, 1], value: 900, count: 9 },
      { frames: [0], value: 300, count: 3 },
    ],
  },
};
const domains = domainsOf(profile);

test('the sample has every domain, or the rest would prove nothing', () => {
  expect(domains).toEqual(['cpu', 'heap', 'latency', 'io', 'sched']);
});

/** The rules of speedscope's file-format-schema.json, as far as this exporter can meet or break them. */
const speedscopeSchema = {
  type: 'object',
  required: ['$schema', 'shared', 'profiles'],
  properties: {
    $schema: { const: 'https://www.speedscope.app/file-format-schema.json' },
    shared: {
      type: 'object',
      required: ['frames'],
      properties: {
        frames: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, file: { type: 'string' }, line: { type: 'number' }, col: { type: 'number' } },
          },
        },
      },
    },
    profiles: {
      type: 'array',
      items: {
        oneOf: [
          {
            type: 'object',
            required: ['type', 'name', 'unit', 'startValue', 'endValue', 'samples', 'weights'],
            properties: {
              type: { const: 'sampled' },
              unit: { enum: ['none', 'nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'bytes'] },
              samples: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
              weights: { type: 'array', items: { type: 'number' } },
            },
          },
          {
            type: 'object',
            required: ['type', 'name', 'unit', 'startValue', 'endValue', 'events'],
            properties: {
              type: { const: 'evented' },
              unit: { enum: ['none', 'nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'bytes'] },
              events: {
                type: 'array',
                items: { type: 'object', required: ['type', 'frame', 'at'], properties: { type: { enum: ['O', 'C'] } } },
              },
            },
          },
        ],
      },
    },
  },
};

interface SpeedscopeFile {
  readonly shared: { readonly frames: readonly unknown[] };
  readonly profiles: readonly {
    readonly type: string;
    readonly samples?: readonly (readonly number[])[];
    readonly weights?: readonly number[];
    readonly endValue: number;
    readonly events?: readonly { readonly type: string; readonly frame: number; readonly at: number }[];
  }[];
}

test('speedscope: the schema holds, frames exist, opened frames close in order and on time', () => {
  const file: SpeedscopeFile = JSON.parse(JSON.stringify(renderSpeedscope(profile, domains, 'x')));
  const validate = new Ajv({ strict: false }).compile(speedscopeSchema);
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
  for (const { type, samples = [], weights = [], events = [], endValue } of file.profiles) {
    expect(samples.flat().every((frame) => frame < file.shared.frames.length)).toBe(true);
    if (type === 'sampled') {
      expect(samples.length).toBe(weights.length);
      expect(endValue).toBe(weights.reduce((sum, weight) => sum + weight, 0));
      continue;
    }
    const open: number[] = [];
    let before = 0;
    for (const each of events) {
      expect(each.at).toBeGreaterThanOrEqual(before);
      before = each.at;
      if (each.type === 'O') open.push(each.frame);
      else expect(open.pop()).toBe(each.frame);
    }
    expect(open).toEqual([]);
    expect(before).toBeLessThanOrEqual(endValue);
  }
});

test('pprof: gzipped, decodable, and with the sums of the profile in every column', () => {
  const bytes = renderPprof(profile, domains);
  expect([...bytes.slice(0, 2)]).toEqual([0x1f, 0x8b]);
  const samples = readPprof(gunzipSync(bytes)) ?? [];
  const sum = (column: string) => samples.reduce((total, { values }) => total + (values[column] ?? 0), 0);
  expect({ cpu: sum('cpu'), samples: sum('samples'), alloc: sum('alloc_space'), inuse: sum('inuse_space'), io: sum('io') }).toEqual({
    cpu: 1_200_000,
    samples: 12,
    alloc: 128,
    inuse: 128,
    io: 1,
  });
  // The parallel block has nothing of its own: its tasks overlap all of it. The last sleep never ended.
  expect(sum('latency')).toBe((10 + 30 + 10) * 1_000_000);
  expect(samples.some(({ stack }) => stack[0] === hostile && stack[1] === 'outer')).toBe(true);
  expect(renderPprof(profile, domains)).toEqual(bytes);
});

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

test('otlp: hexadecimal ids, nanosecond strings, and parents that are there', () => {
  const request: { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] } = JSON.parse(
    JSON.stringify(renderOtlp(profile, domains, { identity: 'run', name: 'x', version: '1' })),
  );
  const spans = request.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(ids.size).toBe(profile.spans.length + 1);
  for (const { traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/u);
    expect(spanId).toMatch(/^[0-9a-f]{16}$/u);
    expect(parentSpanId === undefined || ids.has(parentSpanId)).toBe(true);
    expect(startTimeUnixNano).toMatch(/^\d{19}$/u);
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
  expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).length).toBe(1);
});

test('what is told of several replays together says so', () => {
  expect(gunzipSync(renderPprof(profile, domains)).includes('cpu: 2 replays together')).toBe(true);
  expect(gunzipSync(renderPprof(profile, ['latency'])).includes('together')).toBe(false);
  const names = (renderSpeedscope(profile, domains, 'x')['profiles'] as { readonly name: string }[]).map(({ name }) => name);
  expect(names).toContain('cpu, 2 replays together');
  // The memory model is that of the run itself.
  expect(names).toContain('heap');
});

test('folded: every line is a stack and a weight, and no name can break it', () => {
  const lines = renderFolded(flameStacks(profile, 'cpu')).trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^[^;]+(?:;[^;]+)* \d+$/u);
});

test('pictures are well-formed, and names in them stay names', () => {
  const svg = renderFlameSvg(flameStacks(profile, 'cpu'), { title: hostile, weigh: String });
  expect(isWellFormed(svg)).toBe(true);
  expect(svg).not.toContain('<script>');
  expect(isWellFormed(renderFlameSvg([], { title: 'empty', weigh: String }))).toBe(true);
  const page = renderTimelineHtml(profile, hostile);
  expect(page).not.toContain('<script>');
  expect(page).toMatch(/<text class="name"[^>]*>http_request/u);
});

test('the check of pictures is not content with everything', () => {
  for (const broken of ['<svg>', '<svg></g></svg>', '<svg>a & b</svg>', '<svg/><svg/>', '<svg x=1></svg>', 'text']) {
    expect(isWellFormed(broken), broken).toBe(false);
  }
});
