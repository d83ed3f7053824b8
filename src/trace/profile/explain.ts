/**
 * One sentence about what changed, and the operation that is responsible for it. A slow call makes all its callers slow; the one that is
 * named is the one whose own time grew. Turns of the scheduler follow from everything else, so they are named only when nothing else changed.
 */
import { diffProfiles, type MetricChange } from './diff.ts';
import { operationCosts } from './latency.ts';
import { domainsOf, hasDomain, type Profile, type ProfileDomain } from './profile.ts';
import { type Evidence, heaviestFunction, pathTo, type Shift, shiftsOf } from './shifts.ts';

export interface Explanation {
  readonly regressionStatement: string;
  readonly topShiftedPath: string | null;
  readonly likelyCauseDomain: ProfileDomain | 'none';
  readonly evidence: readonly Evidence[];
}

const NO_CHANGE: Explanation = { regressionStatement: 'no change', topShiftedPath: null, likelyCauseDomain: 'none', evidence: [] };

export function explainDiff(left: Profile, right: Profile): Explanation {
  const domains = [...new Set([...domainsOf(left), ...domainsOf(right)])];
  const { regressions } = diffProfiles([left], [right], domains);
  const significant = regressions.filter(({ isSignificant }) => isSignificant);
  const cause = causeOf(significant, left, right);
  if (cause === undefined) return NO_CHANGE;
  const { change, shift } = cause;
  return {
    regressionStatement: `${headline(change)}; ${shiftText(shift)}`,
    topShiftedPath: shift.path.join(' > '),
    likelyCauseDomain: cause.domain,
    evidence: shift.evidence,
  };
}

interface Cause {
  readonly domain: ProfileDomain;
  readonly change: MetricChange;
  readonly shift: Shift;
}

/** Regressions before improvements, then by how much; turns of the scheduler only when there is nothing else. */
function causeOf(changes: readonly MetricChange[], left: Profile, right: Profile): Cause | undefined {
  const byDomain = changes.toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const change of byDomain) {
    const [shift] = shiftsOf(left, right, change.domain).filter((each) => Math.sign(each.right - each.left) === Math.sign(change.delta));
    if (shift === undefined) continue;
    return { domain: isNewIo(shift, left, right) ? 'io' : change.domain, change, shift };
  }
  return undefined;
}

function weightOf({ domain, delta, deltaPct }: MetricChange): number {
  return (domain === 'sched' ? 0 : 1e9) + (delta > 0 ? 1e6 : 0) + Math.min(Math.abs(deltaPct), 1e5);
}

/** Time that went into a call nobody made before is not a slow call but one call more. */
function isNewIo({ domain, name }: Shift, left: Profile, right: Profile): boolean {
  const calls = ({ io }: Profile) => io.filter((operation) => operation.name === name).length;
  return domain === 'latency' && calls(right) > calls(left);
}

const titles: Readonly<Record<MetricChange['metric'], string>> = {
  virtualTimeMs: 'virtual time',
  hostTimeMs: 'wall time',
  cpuTimeMs: 'processor time',
  allocBytes: 'allocated bytes',
  inUseBytes: 'bytes in use at the end',
  p50LatencyMs: 'p50 latency',
  p95LatencyMs: 'p95 latency',
  p99LatencyMs: 'p99 latency',
  maxLatencyMs: 'longest latency',
  ioOps: 'input and output',
  schedOps: 'turns of the scheduler',
};

function headline({ metric, left, right, deltaPct, delta }: MetricChange): string {
  const unit = metric.endsWith('Ms') ? ' ms' : metric.endsWith('Bytes') ? ' bytes' : ' operations';
  return `${titles[metric]} ${delta > 0 ? 'grew' : 'fell'} from ${plain(left)} to ${plain(right)}${unit} (${delta > 0 ? '+' : ''}${plain(deltaPct)} %)`;
}

function shiftText({ domain, name, unit, left, right }: Shift): string {
  const amounts = `${plain(left)} to ${plain(right)}`;
  switch (unit) {
    case 'ms':
      return domain === 'cpu' ? `${name} went from ${amounts} ms of processor time` : `${name} went from ${amounts} ms of its own`;
    case 'bytes':
      return `${name} went from ${amounts} bytes`;
    case 'times':
      return `${name} went from ${amounts} times`;
  }
}

/** No more digits than anybody needs. */
function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}

/** Of one run alone: where most of what it spent went. */
export function explainOne(profile: Profile): Explanation {
  const [slowest] = operationCosts(profile.spans);
  if (slowest !== undefined && slowest.selfMs > 0) {
    const span = profile.spans.filter(({ name }) => name === slowest.name).reduce((a, b) => (b.selfMs > a.selfMs ? b : a));
    const share = Math.round((100 * slowest.selfMs) / Math.max(1, profile.virtualTimeMs));
    return {
      regressionStatement: `most virtual time went to ${slowest.name}: ${slowest.selfMs} ms of its own, while ${profile.virtualTimeMs} ms passed (${share} %)`,
      topShiftedPath: pathTo(span, profile.spans).join(' > '),
      likelyCauseDomain: 'latency',
      evidence: span.events.map((index) => ({ side: 'right', kind: 'event', index })),
    };
  }
  const hot = profile.cpu === undefined ? undefined : heaviestFunction(profile.cpu);
  if (hot !== undefined && hasDomain(profile, 'cpu')) {
    return {
      regressionStatement: `most processor time went to ${hot.name}: ${Math.round(100 * hot.share)} % with everything it called`,
      topShiftedPath: hot.name,
      likelyCauseDomain: 'cpu',
      evidence: [{ side: 'right', kind: 'cpu', index: hot.frame }],
    };
  }
  const passed =
    profile.virtualTimeMs > 0 ? `no operation took any of the ${profile.virtualTimeMs} ms that passed` : 'no virtual time passed';
  const [kept] = profile.allocations.filter(({ freedAtMs }) => freedAtMs === undefined).sort((a, b) => b.bytes - a.bytes);
  if (kept !== undefined) {
    return {
      regressionStatement: `${passed}; ${kept.site} keeps ${kept.bytes} bytes that were never freed`,
      topShiftedPath: kept.path.join(' > '),
      likelyCauseDomain: 'heap',
      evidence: [{ side: 'right', kind: 'event', index: kept.event }],
    };
  }
  return { ...NO_CHANGE, regressionStatement: `nothing took time: ${passed}, and no processor time was measured` };
}
