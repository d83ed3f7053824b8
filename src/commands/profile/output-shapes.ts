/** What the subcommands of `profile` answer with: the schema `fozzy schema` tells, and the types the commands and the SDK share. */
import { count, flag, list, number, one, orNull, record, type Shape, type Shaped, text, versioned } from '../../base/shape.ts';
import {
  cpuSection,
  domain,
  heapSection,
  ioSection,
  latencySection,
  metrics,
  schedSection,
  timeDomains,
  timelineEntry,
} from './section-shapes.ts';

/** `--unsafe` answers although a domain has no data, and says so. */
const warning = { status: one('warn'), detail: text, hint: text };

const status = one('pass', 'fail', 'error', 'timeout', 'crash');
const subject = one('steps', 'distributed', 'simulation', 'fuzz');
const metricName = one(
  'virtualTimeMs',
  'hostTimeMs',
  'cpuTimeMs',
  'allocBytes',
  'inUseBytes',
  'p50LatencyMs',
  'p95LatencyMs',
  'p99LatencyMs',
  'maxLatencyMs',
  'ioOps',
  'schedOps',
);

const change = record({
  domain,
  metric: metricName,
  left: number,
  right: number,
  delta: number,
  deltaPct: number,
  classification: one('regression', 'improvement', 'noise'),
  isSignificant: flag,
  severity: one('critical', 'high', 'medium', 'low'),
  confidence: number,
  confidenceMeta: record({
    timeBase: one('virtual', 'host'),
    leftSamples: count,
    rightSamples: count,
    method: one('exact', 'welch', 'single_measurement'),
  }),
});

const size = orNull(record({ steps: count, bytes: count, picks: count, faults: count }));
const domainState = record({ available: flag, quality: one('exact', 'sampled', 'none'), notes: list(text) });
const backends = record({ proc: one('scripted', 'host'), fs: one('virtual', 'host'), http: one('scripted', 'host') });

export const profileOutputShapes = {
  top: versioned(
    'fozzy.profile_top.v1',
    { run: record({ runId: text, status, subject }), metrics, emptyDomains: list(domain), warnings: list(text) },
    { cpu: cpuSection, heap: heapSection, latency: latencySection, io: ioSection, sched: schedSection, ...warning },
  ),
  flame: versioned(
    'fozzy.profile_flame.v1',
    {
      domain: one('cpu', 'heap'),
      empty: flag,
      reason: orNull(text),
      format: one('folded', 'svg', 'speedscope'),
      /** Null when it went to the file `out` names. */
      content: orNull(text),
    },
    { out: text, ...warning },
  ),
  timeline: versioned(
    'fozzy.profile_timeline.v1',
    { runId: text, timeDomains, format: one('json', 'html') },
    { events: list(timelineEntry), content: orNull(text), out: text },
  ),
  diff: versioned(
    'fozzy.profile_diff.v2',
    {
      left: list(text),
      right: list(text),
      domains: list(domain),
      summary: record({
        verdict: one('regression_detected', 'minor_regression', 'improvement', 'stable'),
        regressions: count,
        improvements: count,
        worst: orNull(text),
      }),
      regressions: list(change),
    },
    warning,
  ),
  explain: versioned(
    'fozzy.profile_explain.v1',
    {
      run: text,
      diffWith: orNull(text),
      regressionStatement: text,
      topShiftedPath: orNull(text),
      likelyCauseDomain: one('cpu', 'heap', 'latency', 'io', 'sched', 'none'),
      evidencePointers: list(text),
    },
    { hint: text },
  ),
  export: versioned('fozzy.profile_export.v1', { format: one('speedscope', 'pprof', 'otlp'), out: text, domains: list(domain) }),
  shrink: versioned('fozzy.profile_shrink.v2', {
    status: one('ok', 'no_feasible_shrink_found'),
    metric: one('p99_latency', 'cpu_time', 'alloc_bytes'),
    direction: one('increase', 'decrease'),
    baseline: number,
    after: orNull(number),
    preserved: flag,
    outTrace: text,
    artifactsDir: text,
    size: record({ before: size, after: size }),
    reason: orNull(text),
  }),
  env: versioned('fozzy.profile_env.v1', {
    strict: flag,
    host: record({ platform: text, node: text, v8: text, cpus: count }),
    backends,
    domains: record({ cpu: domainState, heap: domainState, latency: domainState, io: domainState, sched: domainState }),
  }),
  doctor: versioned('fozzy.profile_doctor.v1', {
    ok: flag,
    checks: list(record({ name: text, ok: flag, status: one('passed', 'failed'), detail: text })),
    issues: list(record({ code: text, message: text })),
  }),
} satisfies Readonly<Record<string, Shape<object>>>;

export type ProfileOutput<Name extends keyof typeof profileOutputShapes> = Shaped<(typeof profileOutputShapes)[Name]>;
