/**
 * Documentation is executed: a page is followed from top to bottom in a fresh project, in which every scenario it shows has been saved under
 * its name. What the page tells a reader to type must end as the page says, and what it shows must be what Fozzy prints.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fozzy } from '../support/built.ts';
import { typed } from '../support/typed.ts';
import type { Block } from './markdown.ts';
import { blocksOf, commandLines, pages, readPage, root, withoutChance } from './markdown.ts';

/** A page with many commands starts many processes. */
const PAGE_MS_MAX = 180_000;

/** Test files run side by side, and no page depends on another: every file takes its share of them. */
const SHARES = 3;

export function followPages(share: 1 | 2 | 3): void {
  describe.each(pages.filter((_page, index) => index % SHARES === share - 1))('%s', (path) => {
    const blocks = blocksOf(readPage(path));
    let cwd: string;

    beforeAll(async () => {
      cwd = mkdtempSync(join(tmpdir(), 'fozzy-page-'));
      await fillProject(cwd, blocks);
    });

    afterAll(() => rmSync(cwd, { recursive: true, force: true }));

    test('shows only what is valid: JSON, scenarios, configs', { timeout: PAGE_MS_MAX }, async () => {
      for (const block of blocksIn(blocks, 'json')) expect(() => JSON.parse(block.text), `${path}:${block.line}`).not.toThrow();
      const fozzy = new Fozzy({ transport: 'in-process', cwd });
      const programs = codeIn(blocks).filter(({ path: code }) => code.includes('.fozzy.'));
      const scenarios = scenariosIn(blocks).map(({ name, line }) => ({ path: scenarioPath(name), line }));
      for (const { path: shown, line } of [...scenarios, ...programs]) {
        expect(await fozzy.validate(shown), `${path}:${line}`).toMatchObject({ ok: true });
      }
      for (const block of blocksIn(blocks, 'toml')) {
        writeFileSync(join(cwd, 'shown.toml'), block.text);
        const shown = new Fozzy({ transport: 'in-process', cwd, config: 'shown.toml' });
        await expect(shown.env(), `${path}:${block.line}`).resolves.toHaveProperty('capabilities');
      }
    });

    test('can be followed from top to bottom', { timeout: PAGE_MS_MAX }, async () => {
      for (const { args, exitCode, output, line } of blocks.flatMap((block) => commandLines(block))) {
        const answer = await typed(args, { cwd });
        const said = `${path}:${line} fozzy ${args.join(' ')}\n${answer.stdout}${answer.stderr}`;
        expect(answer.code, said).toBe(exitCode);
        if (output !== undefined) expect(withoutChance(answer.stdout), said).toBe(withoutChance(output));
      }
    });

    test('shows only programs that run', { timeout: PAGE_MS_MAX }, () => {
      for (const block of blocksIn(blocks, 'js')) {
        const run = () => execFileSync(process.execPath, ['--input-type=module', '-e', block.text], { cwd, stdio: 'pipe' });
        expect(run, `${path}:${block.line}`).not.toThrow();
      }
    });
  });
}

async function fillProject(cwd: string, blocks: readonly Block[]): Promise<void> {
  cpSync(join(root, 'examples'), join(cwd, 'examples'), { recursive: true });
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(root, join(cwd, 'node_modules', 'fozzy'));
  // As installed: from where it really lies it would not find the engine.
  cpSync(join(root, 'packages', 'sdk'), join(cwd, 'node_modules', 'fozzy-sdk'), { recursive: true });
  await typed(['init'], { cwd });
  for (const { name, text } of scenariosIn(blocks)) writeFileSync(join(cwd, scenarioPath(name)), text);
  for (const { path, text } of codeIn(blocks)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

interface ShownScenario {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

function scenariosIn(blocks: readonly Block[]): readonly ShownScenario[] {
  return blocksIn(blocks, 'json').flatMap(({ text, line }) => {
    const shown: unknown = JSON.parse(text);
    const isScenario = typeof shown === 'object' && shown !== null && 'version' in shown && 'name' in shown;
    return isScenario ? [{ name: String(shown.name), text, line }] : [];
  });
}

/** Programs name their file in the first line. */
function codeIn(blocks: readonly Block[]): readonly { readonly path: string; readonly text: string; readonly line: number }[] {
  return blocksIn(blocks, 'ts').flatMap(({ text, line }) => {
    const path = /^\/\/ (?<path>\S+)\n/u.exec(text)?.groups?.['path'];
    return path === undefined ? [] : [{ path, text, line }];
  });
}

function scenarioPath(name: string): string {
  return `tests/${name}.fozzy.json`;
}

function blocksIn(blocks: readonly Block[], language: string): readonly Block[] {
  return blocks.filter((block) => block.language === language);
}
