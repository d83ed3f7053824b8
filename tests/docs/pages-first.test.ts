/** Documentation is executed: the first share of the pages. */
import { expect, test } from 'vitest';
import { followPages } from './follow-pages.ts';
import { blocksOf, commandLines, pages, readPage } from './markdown.ts';

followPages(1);

test('the pages ask for many commands, so that a parser that finds none is noticed', () => {
  const lines = pages.flatMap((path) => blocksOf(readPage(path)).flatMap((block) => commandLines(block)));
  expect(lines.length).toBeGreaterThan(50);
});
