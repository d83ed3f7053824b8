/** The site made from docs/: its sidebar names every page and no other, and no link of a page leads nowhere. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, root } from './markdown.ts';

/** Reason for the import by text: the sidebar is plain JavaScript, as VitePress loads it. */
const { sidebar }: { sidebar: readonly { items: readonly { link: string }[] }[] } = await import(
  join(root, 'docs', '.vitepress', 'sidebar.mjs')
);

const pages = ['', 'reference/'].flatMap((folder) =>
  readdirSync(join(root, 'docs', folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => `${folder}${name}`),
);

test('the sidebar names every page once, and no other', () => {
  const named = sidebar.flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`));
  expect(named.toSorted()).toEqual(pages.toSorted());
});

test('links between pages and to files of the repository lead somewhere, anchors included', () => {
  const lost = ['index.md', ...pages].flatMap((page) =>
    linksOf(page)
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(lost).toEqual([]);
});

test('the pages have links, so that a parser that finds none is noticed', () => {
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(10);
});

/** Without those in code, and those that leave the repository. */
function linksOf(page: string): readonly string[] {
  const text = readPage(`docs/${page}`)
    .replaceAll(/^```[\s\S]*?^```$/gmu, '')
    .replaceAll(/`[^`\n]*`/gu, '');
  return [...text.matchAll(/\]\((?<link>[^)\s]+)\)/gu)]
    .map(({ groups }) => groups?.['link'] ?? '')
    .filter((link) => !/^[a-z]+:/u.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? `docs/${page}` : join('docs', dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor);
}

/** As both GitHub and VitePress make them of headings, for the plain words our headings are. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [...readPage(path).matchAll(/^#+ (?<title>.+)$/gmu)];
  return new Set(
    headings.map(({ groups }) =>
      (groups?.['title'] ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s+/gu, '-'),
    ),
  );
}
