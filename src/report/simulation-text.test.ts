import { expect, test } from 'vitest';
import type { SearchSection } from '../trace/summary.ts';
import { plainPaint } from './paint.ts';
import { base } from './sample-summary.ts';
import { renderSimulation } from './simulation-text.ts';

function headline(search: Pick<SearchSection, 'schedules' | 'distinctSchedules' | 'exhaustive'>): string {
  const section = { strategy: 'portfolio', truncatedSchedules: 0, events: 10, stoppedBy: 'runs', ...search } as const;
  const told = { name: 's', events: [] };
  const text = renderSimulation({ ...base, mode: 'explore', search: section }, told, {
    paint: plainPaint,
    widthMax: Number.POSITIVE_INFINITY,
  });
  return text.split('\n')[0] ?? '';
}

test('runs that only repeat others are not counted among all the schedules there are', () => {
  expect(headline({ schedules: 5, distinctSchedules: 1, exhaustive: true })).toContain('5 schedules (1 different, all there are), 10');
  expect(headline({ schedules: 4, distinctSchedules: 4, exhaustive: true })).toContain('4 schedules (all there are), 10');
  expect(headline({ schedules: 5, distinctSchedules: 3, exhaustive: false })).toContain('5 schedules (3 different), 10');
});
