/** Minimising never loses a corpus: wherever it is cut off, what the next command reads is the old corpus or the new one, whole. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { addInputs, readCorpus } from './corpus.ts';
import { type FileOps, hostFiles } from './file-ops.ts';
import { rebuildCorpus } from './rebuild-corpus.ts';

function corpusIn(base: string): string {
  const directory = join(base, 'c');
  mkdirSync(join(directory, 'deep'), { recursive: true });
  for (const name of ['a', 'b', 'deep/c', '.gitkeep']) writeFileSync(join(directory, name), name);
  return directory;
}

function names(directory: string): readonly string[] {
  return readCorpus(directory).map(({ name }) => name);
}

/** Works until the call with that number, and never again: what a killed process does. */
function dyingAfter(calls: number): FileOps {
  let made = 0;
  const dying = <A extends readonly unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => {
      made += 1;
      if (made > calls) throw Object.assign(new Error('killed'), { code: 'EKILLED' });
      return call(...args);
    };
  };
  return {
    create: dying(hostFiles.create),
    openDirectory: dying(hostFiles.openDirectory),
    write: dying(hostFiles.write),
    sync: dying(hostFiles.sync),
    close: hostFiles.close,
    rename: dying(hostFiles.rename),
    unlink: dying(hostFiles.unlink),
    makeDirectory: dying(hostFiles.makeDirectory),
    removeDirectory: dying(hostFiles.removeDirectory),
  };
}

describe('a corpus that is rebuilt', () => {
  test('holds what stays, what is no input, and what came meanwhile; nothing else lies around', async () => {
    const base = temporaryDirectory();
    const directory = corpusIn(base);
    const before = readCorpus(directory);
    await addInputs(directory, [Buffer.from('late')], base);
    await rebuildCorpus({ directory, given: 'c', cwd: base, before, staying: before.slice(1) });
    expect(names(directory)).toEqual(['b', 'deep/c', expect.stringMatching(/^input-/u)]);
    expect(readdirSync(directory)).toContain('.gitkeep');
    expect(readdirSync(base)).toEqual(['c']);
  });

  test('is the old one or the new one, wherever the work is cut off', async () => {
    for (let calls = 0; ; calls += 1) {
      const base = temporaryDirectory();
      const directory = corpusIn(base);
      const before = readCorpus(directory);
      const plan = { directory, given: 'c', cwd: base, before, staying: before.slice(1) };
      const isDone = await rebuildCorpus({ ...plan, ops: dyingAfter(calls) }).then(
        () => true,
        () => false,
      );
      const after = names(directory);
      if (isDone) {
        expect([calls > 10, after]).toEqual([true, ['b', 'deep/c']]);
        return;
      }
      expect([
        ['a', 'b', 'deep/c'],
        ['b', 'deep/c'],
      ]).toContainEqual(after);
    }
  });

  test('stays as it is when somebody changed it meanwhile, and is not reached through a link', async () => {
    const base = temporaryDirectory();
    const directory = corpusIn(base);
    const before = readCorpus(directory);
    writeFileSync(join(directory, 'a'), 'something else');
    const plan = { directory, given: 'c', cwd: base, before, staying: before.slice(1) };
    await expect(rebuildCorpus(plan)).rejects.toMatchObject({ code: 'io', message: expect.stringContaining('a is not what it was') });
    expect(names(directory)).toEqual(['a', 'b', 'deep/c']);
    symlinkSync(directory, join(base, 'link'));
    await expect(rebuildCorpus({ ...plan, directory: join(base, 'link') })).rejects.toMatchObject({ code: 'output_unsafe' });
    symlinkSync('/etc/hosts', join(directory, 'deep/hosts'));
    await expect(rebuildCorpus(plan)).rejects.toMatchObject({ code: 'output_unsafe' });
  });
});
