/** `node:fs` and `node:fs/promises` as one machine's program imports them. What is missing here is refused by name. */
import fs from 'node:fs';
import { notSimulated } from '../../node-error.ts';
import { timeUsOf } from './arguments.ts';
import { callbackForm } from './callback-form.ts';
import { constants } from './constants.ts';
import { Dir } from './dir.ts';
import { Dirent } from './dirent.ts';
import { promiseForm } from './promise-form.ts';
import { Stats } from './stats.ts';
import { createReadStream, createWriteStream, streamClasses } from './streams.ts';
import { syncForm } from './sync-form.ts';
import { FSWatcher, watch } from './watch.ts';
import { StatWatcher, unwatchFile, watchFile } from './watch-file.ts';

function refused(name: string, instead: string): () => never {
  return () => {
    throw notSimulated(`fs.${name}`, instead);
  };
}

const LIST_INSTEAD = 'List directories with readdir and its option recursive.';

export const fsPromises = {
  ...promiseForm,
  ...('glob' in fs.promises ? { glob: refused('promises.glob', LIST_INSTEAD) } : {}),
};

export const fsModule = {
  ...callbackForm,
  ...syncForm,
  Dir,
  Dirent,
  FSWatcher,
  FileReadStream: streamClasses.ReadStream,
  FileWriteStream: streamClasses.WriteStream,
  ...streamClasses,
  StatWatcher,
  Stats,
  constants,
  createReadStream,
  createWriteStream,
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  // Programs ask whether they are there, and use a package where they are not.
  ...('glob' in fs ? { glob: refused('glob', LIST_INSTEAD), globSync: refused('globSync', LIST_INSTEAD) } : {}),
  // Linux has no such call, and Node leaves it undefined there.
  lchmod: undefined,
  lchmodSync: undefined,
  openAsBlob: refused('openAsBlob', 'Read the file and make a Blob of its bytes.'),
  promises: fsPromises,
  unwatchFile,
  watch,
  watchFile,
  _toUnixTimestamp: (time: unknown): number => timeUsOf(time) / 1e6,
};
