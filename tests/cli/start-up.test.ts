/** The copy of what V8 compiled makes starts quicker and may never change what a command says: absent, damaged, or where none can be kept. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, project } from './run-cli.ts';

const home = dirname(dirname(bin));

/** Fozzy as it is installed, with nothing compiled yet. */
function installed(): { readonly say: (...args: readonly string[]) => string; readonly copies: string } {
  const folder = project();
  for (const path of ['bin', 'package.json', 'dist/boot.js', 'dist/cli.js', 'dist/program']) {
    cpSync(join(home, path), join(folder, path), { recursive: true });
  }
  return {
    say: (...args) => execFileSync(process.execPath, [join(folder, 'bin', 'fozzy.js'), ...args], { cwd: folder, encoding: 'utf8' }),
    copies: join(folder, 'dist', 'code-cache'),
  };
}

function files(copies: string): readonly string[] {
  return readdirSync(copies, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.bin'));
}

test('the first start keeps what was compiled, and later ones say the same with it, without it and with a damaged one', () => {
  const { say, copies } = installed();
  const first = say('version');
  const [kept = ''] = files(copies);
  expect(kept).toMatch(/front\.bin$/u);
  const bytes = readFileSync(join(copies, kept));
  expect(say('version')).toBe(first);
  expect(readFileSync(join(copies, kept)).equals(bytes), 'nothing was learned, so nothing was written').toBe(true);
  writeFileSync(join(copies, kept), bytes.subarray(0, bytes.length / 2));
  expect(say('version')).toBe(first);
  expect(readFileSync(join(copies, kept)).length, 'the damaged copy was replaced').toBeGreaterThan(bytes.length / 2);
});

test('a command that runs what no copy knows adds it', () => {
  const { say, copies } = installed();
  say('version');
  const before = files(copies).length;
  say('schema');
  expect(files(copies).length).toBeGreaterThan(before);
});

test('where nothing can be written, commands work all the same', () => {
  const { say, copies } = installed();
  const first = say('version');
  rmSync(copies, { recursive: true });
  writeFileSync(copies, 'in the way');
  expect(say('version')).toBe(first);
});
