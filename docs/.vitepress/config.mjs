/** The site made from docs/: guides by capability, the generated reference, search, light and dark. */
import { defineConfig } from 'vitepress';
import { sidebar } from './sidebar.mjs';

/** Pages may point at files of the repository that are no pages. */
const repository = /^(?:\.\.\/|\.\/\.\.\/)/u;

export default defineConfig({
  title: 'Fozzy',
  description: 'Finds the failures that ordinary tests miss, and makes every one of them reproducible, small and explained.',
  cleanUrls: true,
  lastUpdated: false,
  ignoreDeadLinks: [repository],
  // Placeholders such as <path> are text and not elements.
  markdown: { html: false, theme: { light: 'github-light', dark: 'github-dark' } },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'Reference', link: '/reference/cli' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
