/** Steps that hold steps: they only enter; leaving is the business of the blocks. */
import type { Executor, Family } from '../executor.ts';
import { asksHostFiles } from './host-files.ts';

const enterScope: Executor<'assert_throws' | 'assert_rejects'> = (_step, run, task) => {
  if (task.phase === 0 && asksHostFiles(run)) return run.ask(task, { kind: 'fs_mark' });
  run.blocks.enterScope(task, run.instructionOf(task));
  return undefined;
};

export const composite: Family<'assert_throws' | 'assert_rejects' | 'parallel' | 'repeat'> = {
  assert_throws: enterScope,
  assert_rejects: enterScope,
  parallel: (_step, run, task) => {
    run.blocks.enterFork(task, run.instructionOf(task));
    return undefined;
  },
  repeat: (_step, run, task) => {
    run.blocks.enterRepeat(task, run.instructionOf(task));
    return undefined;
  },
};
