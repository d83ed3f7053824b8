/** `node:fs` and `node:fs/promises` as one machine's program imports them. What is missing here is refused by name. */
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

export const fsPromises = promiseForm;

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
  glob: refused('glob', 'List directories with readdir and its option recursive.'),
  globSync: refused('globSync', 'List directories with readdirSync and its option recursive.'),
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
