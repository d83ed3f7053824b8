/** Functions that end, signal or crash their process: each costs one input, is found under its own name, and leaves nothing behind. */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { project, runCli } from './run-cli.ts';

const ends = `import v8 from 'node:v8';
export function exits(text: string): number {
  try {
    if (text.startsWith('q')) process.exit(3);
  } catch {}
  return text.length;
}
export function kills(text: string): number {
  if (text.startsWith('q')) process.kill(process.pid, 'SIGTERM');
  return text.length;
}
export function crashes(text: string): number {
  if (text.startsWith('q')) {
    v8.setFlagsFromString('--allow-natives-syntax');
    new Function('%SystemBreak()')();
  }
  return text.length;
}
export function late(text: string): number {
  if (text.startsWith('q')) setTimeout(() => process.exit(4), 5);
  return text.length;
}
export function structured(order: { readonly kind: 'a' | 'b'; readonly count: number }): number {
  if (order.kind === 'b' && order.count > 3) process.kill(process.pid, 'SIGKILL');
  return order.count;
}
export function sticks(text: string): boolean {
  return /^(a+)+$/u.test('a'.repeat(40) + '!' + text);
}
`;

interface FuzzDocument {
  readonly findings: readonly {
    readonly title: string;
    readonly fingerprint: string;
    readonly location: { readonly details: { readonly input?: string } };
  }[];
}

async function search(cwd: string, fn: string, extra: readonly string[]): Promise<FuzzDocument['findings']> {
  const words = ['fuzz', `src/ends.ts#${fn}`, '--det', '--runs', '3000', '--crash-only', '--json', ...extra];
  return ((await runCli(words, { cwd })).json() as unknown as FuzzDocument).findings; // the document of the command
}

test.each([
  ['an exit that the function swallows itself', 'exits', 'process_exit', ['--isolation', 'process']],
  ['an exit that comes when the call is long over', 'late', 'process_exit', ['--isolation', 'process']],
  ['a signal, which a thread leaves to a process', 'kills', 'process_killed', []],
  ['a crash of native code', 'crashes', 'native_crash', ['--isolation', 'process']],
])('%s is found with its input and found again', async (_name, fn, title, extra) => {
  const cwd = project({ 'src/ends.ts': ends });
  const [found, ...more] = await search(cwd, fn, extra);
  expect([found?.title, more]).toEqual([title, []]);
  expect(found?.location.details.input).toMatch(/^'q/u);
  const replayed = await runCli(['replay', 'last-fail', '--json'], { cwd });
  const { findings } = replayed.json() as unknown as FuzzDocument; // the same document
  expect([replayed.code, findings.map(({ fingerprint }) => fingerprint)]).toEqual([4, [found?.fingerprint]]);
});

test('a thread that must not be left says what it cannot do', async () => {
  const cwd = project({ 'src/ends.ts': ends });
  const { code, stderr } = await runCli(['fuzz', 'src/ends.ts#kills', '--det', '--runs', '3000', '--isolation', 'thread'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/fuzz_host_denied.*process\.kill[\s\S]*--isolation/u)]);
});

test('a structured input that costs the process its life shrinks to the smallest one that does', async () => {
  const cwd = project({ 'src/ends.ts': ends });
  const [found] = await search(cwd, 'structured', ['--isolation', 'process', '--shrink']);
  expect([found?.title, found?.location.details.input]).toEqual(['process_killed', "{ kind: 'b', count: 4 }"]);
});

/** Processes that work in the folder; the command itself is one of them. */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    })
    .map(Number);
}

test.runIf(process.platform === 'linux').each(['SIGKILL', 'SIGINT'] as const)(
  'a command that is ended by %s leaves no process behind, not even one that is stuck',
  async (signal) => {
    const cwd = realpathSync(project({ 'src/ends.ts': ends, 'fozzy.toml': 'hang_timeout = "1s"\n' }));
    await runCli(['fuzz', 'src/ends.ts#sticks', '--time', '60s', '--isolation', 'process'], {
      cwd,
      meanwhile: (child) => {
        void vi.waitUntil(() => processesIn(cwd).some((pid) => pid !== child.pid), { timeout: 30_000 }).then(() => child.kill(signal));
      },
    });
    await vi.waitUntil(() => processesIn(cwd).length === 0, { timeout: 30_000 });
    expect(processesIn(cwd)).toEqual([]);
  },
);
