import { expect, test } from 'vitest';
import { stepPlot } from './plot.ts';

/** The names along the upright axis, and how far above the ground each stands. */
function levels(most: number): readonly (readonly [string, number])[] {
  const { markup } = stepPlot([{ x: 0, y: most }], { title: 't', xText: String, yText: (y) => `${Math.round(y)} up` });
  const found = [...markup.matchAll(/<text x="64" y="([\d.]+)"[^>]*>(\d+ up)</g)].map(([, y, name]) => [name ?? '', Number(y)] as const);
  const ground = found[0]?.[1] ?? 0;
  return found.map(([name, y]) => [name, ground - y]);
}

test('a line of a plot lies where its name says, and no name stands there twice', () => {
  for (const most of [1, 2, 3, 5, 30, 1001]) {
    const found = levels(most);
    expect(new Set(found.map(([name]) => name)).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(1);
    const height = found.at(-1)?.[1] ?? 0;
    for (const [name, above] of found)
      expect([most, name, Math.abs(above / height - Number.parseInt(name, 10) / most) < 0.002]).toEqual([most, name, true]);
  }
});
