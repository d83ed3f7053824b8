/** The HTML report in a real browser, opened from disk as a person would open it: it asks for nothing, looks right in light and dark, and its buttons work. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { project, runCli } from '../cli/run-cli.ts';
import { isThere, openBrowser } from '../support/chromium.ts';

const files = {
  'main.fozzy.ts': `import { simulation } from 'fozzy';
    export default simulation('lost update', (sim) => {
      sim.node('store', './store.cjs');
      const add = async () => {
        const seen = Number(await (await fetch('http://store/')).text());
        await fetch('http://store/', { method: 'PUT', body: String(seen + 1) });
      };
      sim.client('alice', add);
      sim.client('bob', add);
      sim.finally('both count', async () => { if ((await (await fetch('http://store/')).text()) !== '3') throw new Error('<b>an update was lost</b>'); });
    });`,
  'store.cjs': `let value = 0;
    require('node:http').createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => { body += chunk; });
      request.on('end', () => { if (request.method === 'PUT') value = Number(body); setTimeout(() => response.end(String(value)), 5); });
    }).listen(80);`,
  'memory.fozzy.json': {
    version: 1,
    name: 'memory',
    steps: [
      { type: 'memory_alloc', bytes: 40_000, key: 'a' },
      { type: 'sleep', duration: '40ms' },
      { type: 'memory_alloc', bytes: 90_000, key: 'b' },
      { type: 'sleep', duration: '60ms' },
      { type: 'memory_free', key: 'a' },
      { type: 'sleep', duration: '20ms' },
      { type: 'assert_eq_int', a: 1, b: 2 },
    ],
  },
  'src/parse.ts': `export function parse(text: string): number {
    if (text.length > 2) throw new RangeError('too long');
    if (text.includes('~')) throw new TypeError('not a sign');
    return text.length;
  }`,
  'tests/one.fozzy.json': { version: 1, name: 'one', steps: [{ type: 'assert_eq_int', a: 1, b: 1 }] },
  'tests/two.fozzy.json': { version: 1, name: 'two', steps: [{ type: 'assert_eq_int', a: 1, b: 2 }] },
};

test.runIf(!isThere)('the HTML report was looked at by no browser: the one that comes with the tests is for Linux on x64', () => {
  process.stderr.write('tests/browser: NOT CHECKED, there is no Chromium for this machine\n');
  expect(isThere).toBe(false);
});

describe.runIf(isThere)('the HTML report, opened from disk', { timeout: 60_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  afterAll(() => browser.close());

  test.each([
    [
      'a simulation',
      ['explore', 'main.fozzy.ts', '--seed', '1', '--runs', '20'],
      ['Findings', 'Story', 'Search', 'Latency'],
      'fozzy replay',
    ],
    ['a run with memory', ['run', 'memory.fozzy.json', '--det'], ['Findings', 'Story', 'Latency', 'Memory over time'], 'fozzy replay'],
    [
      'a fuzzed function',
      ['fuzz', 'src/parse.ts#parse', '--runs', '500', '--det'],
      ['Findings', 'Fuzzing', 'Distinct failures'],
      'fozzy replay',
    ],
    ['a test', ['test', 'tests/*.fozzy.json', '--det'], ['Findings', 'Scenarios', 'Durations'], 'fozzy replay'],
  ] as const)('of %s', async (_name, words, sections, command) => {
    const cwd = project(files);
    const { code, stderr } = await runCli([...words, '--reporter', 'html=r.html'], { cwd });
    expect(code, stderr).toBe(words[0] === 'fuzz' ? 4 : 1);
    const colours: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, offline: true, viewport: { width: 1100, height: 900 } });
      const page = await context.newPage();
      const complaints: string[] = [];
      const asked: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => asked.push(request.url()));
      const url = pathToFileURL(join(cwd, 'r.html')).href;
      await page.goto(url);
      expect(asked).toEqual([url]);
      const headings = await page.locator('h2').allTextContents();
      for (const title of sections)
        expect(
          headings.some((heading) => heading.startsWith(title)),
          `${title} in ${headings.join(', ')}`,
        ).toBe(true);
      expect(await page.locator('b').count()).toBe(0);
      expect(await page.locator('.command code').first().textContent()).toContain(command);
      for (const box of await page.locator('.command code').all()) {
        const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
        expect(width, `${await box.textContent()} can be read`).toBeGreaterThan(height);
      }
      await copies(page);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      for (const plot of await page.locator('svg').all()) expect((await plot.boundingBox())?.height).toBeGreaterThan(30);
      colours.push(String(await page.evaluate('getComputedStyle(document.body).backgroundColor')));
      await keepPicture(page, `${words[0]}-${colorScheme}`);
      expect(complaints).toEqual([]);
      await context.close();
    }
    expect(new Set(colours).size).toBe(2);
  });
});

async function copies(page: Page): Promise<void> {
  const button = page.locator('button[data-copy]').first();
  await button.click();
  // By a locator: a function that is waited for would be evaluated again and again inside the page, which its own policy forbids.
  await page
    .locator('button[data-copy]', { hasText: /^(Copied|Press Ctrl\+C)$/u })
    .first()
    .waitFor();
}

/** For people who want to look: FOZZY_PICTURES=folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['FOZZY_PICTURES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
