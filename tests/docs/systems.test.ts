/** The table of example systems says what the tests of these systems hold them to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, root } from './markdown.ts';

const ROW = /^\| \[`(?<name>[\w-]+)`\]\([\w-]+\) \|[^|]+\|[^|]+\| (?<schedules>\d+) \| `fozzy explore (?<file>[^`]+)` \|$/gmu;
const folder = join(root, 'tests', 'quality', 'examples');

test('every system that is searched in the tests has its row, with the number of schedules and the file that are tested', () => {
  const told = [...readPage('examples/README.md').matchAll(ROW)].map(({ groups }) => ({
    name: groups?.['name'],
    schedules: Number(groups?.['schedules']),
    file: groups?.['file'],
  }));
  const tested = readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const searched = /searchExample\('(?<path>[^']+)', seed, WITHIN\)/u.exec(text)?.groups?.['path'] ?? '';
      return {
        name: file.replace('.test.ts', ''),
        schedules: Number(/WITHIN = (?<count>\d+);/u.exec(text)?.groups?.['count']),
        file: `examples/${searched}.fozzy.ts`,
      };
    });
  expect(told).toHaveLength(8);
  expect(told).toEqual(tested);
  for (const { file = '', name = '' } of told) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(existsSync(join(root, 'examples', name, 'fixed.fozzy.ts')), name).toBe(true);
  }
});
