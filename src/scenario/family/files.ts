/** Steps about files. */
import { required } from '../field.ts';
import { id } from '../kind/plain.ts';
import { match, text } from '../kind/text.ts';
import { type AnyStepType, stepType } from './step-type.ts';

export const fileSteps: readonly AnyStepType[] = [
  stepType('fs_write', {
    summary: 'Writes a whole file.',
    fields: { path: required('path', text, 'which file'), data: required('data', text, 'its new content') },
    example: { path: 'out/log.txt', data: 'ready' },
    notes: ['The virtual file system starts empty; with --fs-backend host the path stays inside the working directory.'],
  }),
  stepType('fs_read_assert', {
    summary: 'The content of a file must match.',
    fields: { path: required('path', text, 'which file'), equals: required('equals', match, 'what its content must match') },
    example: { path: 'out/log.txt', equals: 'ready' },
  }),
  stepType('fs_snapshot', {
    summary: 'Saves the whole virtual file system under a name.',
    fields: { name: required('name', id, 'name of the snapshot; the same name replaces it') },
    example: { name: 'clean' },
  }),
  stepType('fs_restore', {
    summary: 'Restores a snapshot.',
    fields: { name: required('name', id, 'name given to fs_snapshot') },
    example: { name: 'clean' },
    notes: ['Snapshots survive restores.'],
  }),
];
