/** Reports of runs with more to tell than fits on the stack: a list that is handed over as arguments ends somewhere above a hundred thousand. */
import { expect, test } from 'vitest';
import { largest } from '../base/largest.ts';
import type { TraceEvent } from '../trace/event.ts';
import { buildProfile } from '../trace/profile/build-profile.ts';
import { operationCosts } from '../trace/profile/latency.ts';
import { plainPaint } from './paint.ts';
import { renderOtlp } from './profile/otlp.ts';
import { renderSpeedscope } from './profile/speedscope.ts';
import { renderTimelineHtml } from './profile/timeline-html.ts';
import { renderStory } from './story.ts';
import { renderTable } from './table.ts';

const MANY = 200_000;
const many = Array.from({ length: MANY }, (_, index) => index);

test('the largest of very many numbers is found', () => {
  expect(largest(many)).toBe(MANY - 1);
  expect([largest([]), largest([], 3), largest([1, 2], 5)]).toEqual([0, 3, 5]);
});

test('a table, a story and every form of a profile can have any number of lines', () => {
  const engine = (name: string, fields: TraceEvent['fields']): TraceEvent => ({ time_ms: 1, name, source: 'engine', fields });
  const events = many.flatMap((index) => [
    engine('span_start', { span: `step-${index}`, step_kind: 'rand_u64', step_path: `/steps/${index % 2}`, task: 'main' }),
    engine('span_end', { span: `step-${index}`, status: 'ok' }),
  ]);
  const profile = buildProfile({ subject: 'steps', virtualTimeMs: 1, hostTimeMs: 1, events });
  expect(profile.spans).toHaveLength(MANY);
  expect(operationCosts(profile.spans)).toMatchObject([{ count: MANY / 2, maxMs: 0 }, { count: MANY / 2 }]);
  expect(renderTimelineHtml(profile, 'many')).toContain('of 200000 spans are drawn');
  expect(renderSpeedscope(profile, ['latency'], 'many')).toMatchObject({ profiles: [{ type: 'evented' }] });
  expect(renderOtlp(profile, ['latency'], { identity: 'x', name: 'x', version: '1' })).toMatchObject({ resourceSpans: [{}] });
  expect(renderStory(events, { paint: plainPaint, widthMax: 80, all: true }).length).toBeGreaterThanOrEqual(MANY);
  expect(renderTable(many, { columns: [{ title: 'n', text: String }] }).split('\n')).toHaveLength(MANY + 1);
});
