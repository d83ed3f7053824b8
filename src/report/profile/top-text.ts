/** What `profile top`, `diff` and `explain` tell people. */
import type { Explanation } from '../../trace/profile/explain.ts';
import type { ProfileDiff } from '../../trace/profile/diff.ts';
import type { ProfileDomain, ProfileMetrics } from '../../trace/profile/profile.ts';
import type { TopSections } from '../../trace/profile/top.ts';
import type { Paint } from '../paint.ts';
import { bytesText, countText } from '../quantity.ts';
import { type Column, renderTable } from '../table.ts';
import { fieldLines, joinLines, paragraph, section, type TextStyle } from '../text-block.ts';
import { visibleLine } from '../visible.ts';

export interface TopTold {
  readonly metrics: ProfileMetrics;
  readonly emptyDomains: readonly ProfileDomain[];
  /** How to get some of what is missing. */
  readonly hint: string | undefined;
  readonly sections: TopSections;
}

export function renderTop({ metrics, emptyDomains, hint, sections }: TopTold, paint: Paint): string {
  const { cpu, heap, latency, io, sched } = sections;
  const table = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly string[] =>
    rows.length === 0 ? [] : renderTable(rows, { columns, paint, indent: '  ' }).split('\n');
  return joinLines([
    ...fieldLines(metricFields(metrics), paint),
    ...section(
      'cpu',
      table(cpu?.functions ?? [], [
        { title: 'self', text: ({ selfMs }) => msText(selfMs), align: 'right' },
        { title: 'total', text: ({ totalMs }) => msText(totalMs), align: 'right' },
        { title: 'share', text: ({ selfPct }) => `${selfPct.toFixed(1)} %`, align: 'right' },
        { title: 'function', text: ({ name, file, line }) => (file === '' ? name : `${name}  ${file}:${line}`) },
      ]),
      paint,
    ),
    ...section(
      heap?.source === 'v8_sampling' ? 'heap (sampled, per replay)' : 'heap',
      table(heap?.callsites ?? [], [
        { title: 'allocated', text: ({ allocBytes }) => bytesText(allocBytes), align: 'right' },
        { title: 'in use', text: ({ inUseBytes }) => bytesText(inUseBytes), align: 'right' },
        { title: 'times', text: ({ allocCount }) => String(allocCount), align: 'right' },
        { title: 'site', text: ({ site }) => site },
      ]),
      paint,
    ),
    ...section(
      'latency',
      table(latency?.operations ?? [], [
        { title: 'own', text: ({ selfMs }) => msText(selfMs), align: 'right' },
        { title: 'total', text: ({ totalMs }) => msText(totalMs), align: 'right' },
        { title: 'longest', text: ({ maxMs }) => msText(maxMs), align: 'right' },
        { title: 'times', text: ({ count }) => String(count), align: 'right' },
        { title: 'operation', text: ({ name }) => name },
      ]),
      paint,
    ),
    ...section(
      'waited for',
      table(
        (latency?.waitReasons ?? []).filter(({ totalMs }) => totalMs > 0),
        [
          { title: 'time', text: ({ totalMs }) => msText(totalMs), align: 'right' },
          { title: 'times', text: ({ count }) => String(count), align: 'right' },
          { title: 'who', text: ({ actor }) => actor },
          { title: 'what', text: ({ reason }) => reason },
        ],
      ),
      paint,
    ),
    ...section(
      'io',
      table(io?.operations ?? [], [
        { title: 'times', text: ({ count }) => String(count), align: 'right' },
        { title: 'bytes', text: ({ bytes }) => bytesText(bytes), align: 'right' },
        { title: 'operation', text: ({ name }) => name },
      ]),
      paint,
    ),
    ...section(
      'sched',
      table(sched?.turns ?? [], [
        { title: 'turns', text: ({ count }) => String(count), align: 'right' },
        { title: 'who', text: ({ actor }) => actor },
        { title: 'what', text: ({ label }) => label },
      ]),
      paint,
    ),
    ...(emptyDomains.length === 0 ? [] : ['', paint.dim(`no data: ${emptyDomains.join(', ')}`)]),
    ...(hint === undefined ? [] : [`  ${paint.dim('hint:')} ${hint}`]),
  ]);
}

function metricFields(metrics: ProfileMetrics): readonly (readonly [string, string])[] {
  const { p50LatencyMs, p95LatencyMs, p99LatencyMs, maxLatencyMs, cpuTimeMs, allocBytes, inUseBytes, ioOps, schedOps } = metrics;
  const latency = [p50LatencyMs, p95LatencyMs, p99LatencyMs, maxLatencyMs].map((ms) => (ms === null ? '–' : msText(ms)));
  return [
    ['virtual time', msText(metrics.virtualTimeMs)],
    ['wall time', msText(metrics.hostTimeMs)],
    ...(cpuTimeMs === null ? [] : [['cpu time', msText(cpuTimeMs)] as const]),
    ...(p50LatencyMs === null
      ? []
      : [['latency', `p50 ${latency[0]}, p95 ${latency[1]}, p99 ${latency[2]}, longest ${latency[3]}`] as const]),
    ...(allocBytes === null ? [] : [['allocated', bytesText(allocBytes)] as const]),
    ...(inUseBytes === null ? [] : [['in use at end', bytesText(inUseBytes)] as const]),
    ...(ioOps === null ? [] : [['io', countText(ioOps, 'operation')] as const]),
    ...(schedOps === null ? [] : [['sched', countText(schedOps, 'turn')] as const]),
  ];
}

function msText(ms: number): string {
  return `${Number.isInteger(ms) ? ms : ms.toFixed(ms < 10 ? 2 : 1)} ms`;
}

export function renderDiff({ summary, regressions }: ProfileDiff, paint: Paint): string {
  const verdict = summary.verdict === 'stable' ? paint.green('stable') : told(summary.verdict, paint);
  if (regressions.length === 0) return joinLines([verdict, 'no metric changed']);
  const rows = renderTable(regressions, {
    columns: [
      { title: 'metric', text: ({ metric }) => metric },
      { title: 'left', text: ({ left }) => numberText(left), align: 'right' },
      { title: 'right', text: ({ right }) => numberText(right), align: 'right' },
      { title: 'change', text: ({ deltaPct }) => `${deltaPct > 0 ? '+' : ''}${deltaPct.toFixed(1)} %`, align: 'right' },
      { title: 'severity', text: ({ severity, isSignificant }) => (isSignificant ? severity : '–') },
      {
        title: 'verdict',
        text: ({ classification }) => classification,
        tint: (cell, { classification }) => (classification === 'regression' ? paint.red(cell) : cell),
      },
    ],
    paint,
    indent: '  ',
  });
  return joinLines([verdict, ...rows.split('\n')]);
}

function told(verdict: string, paint: Paint): string {
  const text = verdict.replaceAll('_', ' ');
  return verdict === 'improvement' ? paint.green(text) : paint.red(text);
}

function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

export function renderExplanation(
  { regressionStatement, topShiftedPath, likelyCauseDomain }: Explanation,
  pointers: readonly string[],
  hint: string | undefined,
  { paint, widthMax }: TextStyle,
): string {
  return joinLines([
    // Operations are named by the user's program, which may hold anything.
    ...paragraph(visibleLine(regressionStatement), { first: '', hanging: '  ', widthMax }),
    ...(hint === undefined ? [] : paragraph(visibleLine(hint), { first: `  ${paint.dim('hint:')} `, hanging: '        ', widthMax })),
    ...(topShiftedPath === null
      ? []
      : fieldLines(
          [
            ['path', visibleLine(topShiftedPath)],
            ['domain', likelyCauseDomain],
          ],
          paint,
        )),
    ...section(
      'evidence',
      pointers.map((pointer) => `  ${visibleLine(pointer)}`),
      paint,
    ),
  ]);
}
