/**
 * The failures a disk can answer with, numbered and worded as on Linux. System calls of the simulated disk return them as negative
 * numbers, because most programs ask for files that are not there and an exception per question would be the dearest thing a disk does.
 */
export const errno = {
  EPERM: -1,
  ENOENT: -2,
  EIO: -5,
  EBADF: -9,
  EAGAIN: -11,
  EACCES: -13,
  EBUSY: -16,
  EEXIST: -17,
  EXDEV: -18,
  ENOTDIR: -20,
  EISDIR: -21,
  EINVAL: -22,
  EMFILE: -24,
  EFBIG: -27,
  ENOSPC: -28,
  EROFS: -30,
  ENAMETOOLONG: -36,
  ENOSYS: -38,
  ENOTEMPTY: -39,
  ELOOP: -40,
} as const;

export type ErrnoName = keyof typeof errno;

const texts: Readonly<Record<ErrnoName, string>> = {
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or directory',
  EIO: 'i/o error',
  EBADF: 'bad file descriptor',
  EAGAIN: 'resource temporarily unavailable',
  EACCES: 'permission denied',
  EBUSY: 'resource busy or locked',
  EEXIST: 'file already exists',
  EXDEV: 'cross-device link not permitted',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  EINVAL: 'invalid argument',
  EMFILE: 'too many open files',
  EFBIG: 'file too large',
  ENOSPC: 'no space left on device',
  EROFS: 'read-only file system',
  ENAMETOOLONG: 'name too long',
  ENOSYS: 'function not implemented',
  ENOTEMPTY: 'directory not empty',
  ELOOP: 'too many symbolic links encountered',
};

export interface ErrnoWords {
  readonly code: string;
  readonly text: string;
}

const words = new Map<number, ErrnoWords>(Object.entries(texts).map(([code, text]) => [numberOf(code), { code, text }]));

/** Name and wording of a negative result. */
export function errnoWords(result: number): ErrnoWords {
  return words.get(result) ?? { code: `Unknown system error ${result}`, text: `Unknown system error ${result}` };
}

function numberOf(code: string): number {
  for (const [name, value] of Object.entries(errno)) if (name === code) return value;
  return 0;
}
