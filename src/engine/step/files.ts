/** File steps on the virtual overlay; the host backend has its own file. */
import { cutValue } from '../../base/cut-text.ts';
import { textMatches } from '../../base/text-match.ts';
import { utf8Length } from '../../base/utf8.ts';
import type { Family } from '../executor.ts';
import { failed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import { matchText, tellMatch } from './expectation.ts';
import { hostFileStep } from './host-files.ts';

export const files: Family<'fs_write' | 'fs_read_assert' | 'fs_snapshot' | 'fs_restore'> = {
  fs_write: (step, run, task) => {
    if (isHost(run)) return hostFileStep(step, run, task);
    const path = run.text(step.path);
    const data = run.text(step.data);
    run.world.files.write(path, data);
    if (run.observed)
      run.emit('capability_fs', { op: step.type, path, backend: 'virtual', payload_bytes: utf8Length(data), duration_ms: 0 });
    return undefined;
  },
  fs_read_assert: (step, run, task) => {
    if (isHost(run)) return hostFileStep(step, run, task);
    const path = run.text(step.path);
    const match = run.match(step.equals);
    const content = run.world.files.read(path);
    if (run.observed) {
      run.emit('capability_fs', { op: step.type, path, backend: 'virtual', payload_bytes: utf8Length(content ?? ''), duration_ms: 0 });
    }
    if (content === undefined) {
      return failed('assertion', step.type, `expected ${path} to be ${tellMatch(match)}, but the file does not exist`, {
        a: matchText(match),
        b: null,
      });
    }
    if (textMatches(match, content)) return undefined;
    return failed('assertion', step.type, `expected ${path} to be ${tellMatch(match)}, it holds "${cutValue(content)}"`, {
      a: matchText(match),
      b: content,
    });
  },
  fs_snapshot: (step, run, task) => {
    if (isHost(run)) return hostFileStep(step, run, task);
    run.world.files.snapshot(step.name);
    run.emit('capability_fs', { op: step.type, name: step.name, backend: 'virtual', duration_ms: 0 });
    return undefined;
  },
  fs_restore: (step, run, task) => {
    if (isHost(run)) return hostFileStep(step, run, task);
    run.emit('capability_fs', { op: step.type, name: step.name, backend: 'virtual', duration_ms: 0 });
    if (run.world.files.restore(step.name)) return undefined;
    return failed('checker', 'fs_restore_missing_snapshot', `no snapshot is named "${step.name}"; take it with fs_snapshot first`, {
      name: step.name,
    });
  },
};

function isHost(run: Stage): boolean {
  return run.settings.backends.fs === 'host';
}
