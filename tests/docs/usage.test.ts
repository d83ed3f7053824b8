/** The command lines that Fozzy itself hands out work as they are: `usage`, the examples in help, and the guide that `init` writes. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeFozzy } from '../../src/commands/describe.ts';
import { project } from '../cli/run-cli.ts';
import { typed } from '../support/typed.ts';
import { type Block, blocksOf, commandLines } from './markdown.ts';

const { commands } = describeFozzy();

/** What the commands that look at recorded runs are used on: one that passed and one that did not, each with its trace. Made once, then copied. */
const used = mkdtempSync(join(tmpdir(), 'fozzy-used-'));

/** `init` writes no simulation, but the examples are about one. */
const counter = `import { simulation } from 'fozzy';
export default simulation('counts', (sim) => {
  let n = 0;
  sim.client('a', async () => { await sim.sleep(1); n += 1; });
  sim.client('b', async () => { await sim.sleep(1); n += 1; });
  sim.finally('both', () => n === 2);
});
`;

beforeAll(async () => {
  await typed(['init'], { cwd: used });
  writeFileSync(join(used, 'tests', 'counter.fozzy.ts'), counter);
  writeFileSync(join(used, 'lost.fozzy.ts'), counter.replace('n === 2', 'n === 3'));
  mkdirSync(join(used, 'src'), { recursive: true });
  writeFileSync(join(used, 'src', 'parse.ts'), 'export const parse = (text: string) => text.split(",");\n');
  for (const index of ['1', '2']) await keepShard(index);
  await typed(['run', 'tests/example.fozzy.json', '--det', '--record', 'good.fozzy'], { cwd: used });
  await typed(['run', 'tests/memory.pass.fozzy.json', '--det', '--record', 'memory.fozzy'], { cwd: used });
  await typed(['run', 'tests/fail.fozzy.json', '--det', '--record', 'bad.fozzy'], { cwd: used });
  await typed(['run', 'tests/memory.pass.fozzy.json', '--det', '--record', 'memory.fozzy'], { cwd: used });
  writeFileSync(join(used, 'leaking.fozzy.json'), '{"version":1,"name":"l","steps":[{"type":"memory_alloc","key":"m","bytes":9}]}');
  await typed(['run', 'leaking.fozzy.json', '--det', '--record', 'leaking.fozzy'], { cwd: used });
  mkdirSync(join(used, '.fozzy/corpora/default'), { recursive: true });
  writeFileSync(join(used, '.fozzy/corpora/default/input-1.bin'), 'input');
  await typed(['corpus', 'export', '.fozzy/corpora/default', '--out', 'inputs.zip'], { cwd: used });
  await typed(['explore', 'tests/counter.fozzy.ts', '--schedule', 'dfs'], { cwd: used });
  await typed(['explore', 'lost.fozzy.ts'], { cwd: used });
});

async function keepShard(index: string): Promise<void> {
  const shard = await typed(['test', 'tests/example.fozzy.json', '--det', '--seed', '1', '--shard', `${index}/2`, '--json'], {
    cwd: used,
  });
  const { artifactsDir } = shard.json()['identity'] as { artifactsDir: string };
  cpSync(join(used, artifactsDir), join(used, 'shards', index), { recursive: true });
}

afterAll(() => rmSync(used, { recursive: true, force: true }));

function usedProject(): string {
  const cwd = project();
  cpSync(used, cwd, { recursive: true });
  return cwd;
}

describe('the example of', () => {
  test.each(commands.map(({ words, how }) => [words.join(' '), how] as const))('%s works', { timeout: 60_000 }, async (name, how) => {
    const cwd = name === 'init' ? project() : usedProject();
    const block: Block = { language: 'sh', text: how.replace(/ > .*$| \| .*$/u, ''), line: 1 };
    const [line] = commandLines(block);
    const answer = await typed(line?.args ?? [], { cwd });
    // Replaying a failure ends like the failure did.
    expect(answer.code, `${how}\n${answer.stdout}${answer.stderr}`).toBe(name === 'replay' ? 1 : 0);
  });
});

test('the guide that init writes can be followed', { timeout: 120_000 }, async () => {
  const cwd = project();
  await typed(['init'], { cwd });
  const guide = readFileSync(join(cwd, 'tests', 'INIT_GUIDE.md'), 'utf8');
  const lines = blocksOf(guide).flatMap((block) => commandLines(block));
  expect(lines.length).toBeGreaterThan(8);
  for (const { args } of lines) {
    const answer = await typed(args, { cwd });
    const fails = args.includes('tests/fail.fozzy.json') || args[0] === 'replay';
    expect(answer.code, `fozzy ${args.join(' ')}\n${answer.stdout}${answer.stderr}`).toBe(fails ? 1 : 0);
  }
});
