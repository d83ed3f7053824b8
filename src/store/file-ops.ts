/**
 * The few calls that change the disk. Everything the store writes goes through one such object, so
 * that a full disk or a read-only directory can be produced at any single call.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';

export interface FileOps {
  /** Creates a new file for writing; fails if the name exists, also as a symbolic link. */
  readonly create: (path: string) => number;
  readonly openDirectory: (path: string) => number;
  /** May write less than it was given; returns how much. */
  readonly write: (file: number, bytes: Uint8Array) => number;
  readonly sync: (file: number) => void;
  readonly close: (file: number) => void;
  readonly rename: (from: string, to: string) => void;
  readonly unlink: (path: string) => void;
  /** One level; fails if the name exists. */
  readonly makeDirectory: (path: string) => void;
  /** Only an empty one. */
  readonly removeDirectory: (path: string) => void;
}

export const hostFiles: FileOps = {
  create: (path) => openSync(path, 'wx'),
  openDirectory: (path) => openSync(path, 'r'),
  write: (file, bytes) => writeSync(file, bytes),
  sync: (file) => fsyncSync(file),
  close: (file) => closeSync(file),
  rename: (from, to) => renameSync(from, to),
  unlink: (path) => unlinkSync(path),
  makeDirectory: (path) => {
    mkdirSync(path);
  },
  removeDirectory: (path) => rmdirSync(path),
};
