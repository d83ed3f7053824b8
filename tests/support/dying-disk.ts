/**
 * A process that is killed at its n-th change of the disk, without starting one: from that call on nothing reaches the disk any more, whoever
 * asks, so what lies there is what `kill -9` would have left. A write that is struck leaves its first half.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Calls that change the disk whatever their arguments are. */
const changing = ['appendFileSync', 'chmodSync', 'copyFileSync', 'cpSync', 'fsyncSync', 'linkSync', 'mkdirSync', 'mkdtempSync'] as const;
const moreChanging = [
  'renameSync',
  'rmSync',
  'rmdirSync',
  'symlinkSync',
  'truncateSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
] as const;
/** Nothing here writes in the background; a command that began to would be struck at its first such call, and this list would have to grow. */
const inBackground = ['appendFile', 'copyFile', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir', 'symlink', 'unlink', 'writeFile'] as const;

type Call = (...args: unknown[]) => unknown;

export interface Death {
  /** Changes that were asked for, those after the kill included. */
  readonly asked: number;
  readonly isKilled: boolean;
}

/** Lets `body` change the disk `calls` times and no more. */
export async function dyingAfter(calls: number, body: () => Promise<unknown>): Promise<Death> {
  let asked = 0;
  const strike = (call: Call, args: unknown[]): unknown => {
    asked += 1;
    if (asked <= calls) return call(...args);
    if (asked === calls + 1) half(call, args);
    throw Object.assign(new Error('the process was killed'), { code: 'EKILLED', errno: 1, syscall: 'kill' });
  };
  const undo = [
    ...[...changing, ...moreChanging].map((name) =>
      replaced(
        fs,
        name,
        (call) =>
          (...args) =>
            strike(call, args),
      ),
    ),
    ...inBackground.map((name) =>
      replaced(
        fs.promises,
        name,
        (call) =>
          async (...args) =>
            strike(call, args),
      ),
    ),
    replaced(
      fs,
      'openSync',
      (call) =>
        (...args) =>
          isReading(args[1]) ? call(...args) : strike(call, args),
    ),
  ];
  syncBuiltinESMExports();
  try {
    await body();
  } catch (error) {
    if (asked <= calls) throw error;
  } finally {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  }
  return { asked, isKilled: asked > calls };
}

function isReading(flags: unknown): boolean {
  return flags === undefined || flags === 'r' || flags === fs.constants.O_RDONLY;
}

function half(call: Call, args: readonly unknown[]): void {
  const [file, bytes] = args;
  if (typeof file === 'number' && bytes instanceof Uint8Array && bytes.length > 1) call(file, bytes.subarray(0, bytes.length >> 1));
}

function replaced<T extends object>(owner: T, name: keyof T, wrap: (call: Call) => Call): () => void {
  const call = owner[name];
  // Reason for the casts: a wrapped function takes and gives what the function did.
  owner[name] = wrap(call as Call) as T[keyof T];
  return () => {
    owner[name] = call;
  };
}
