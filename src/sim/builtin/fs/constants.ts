/** `fs.constants` of the simulated machine, which is a Linux machine whatever the host is. */
import * as flags from '../../../world/disk/open-file.ts';
import { S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG } from '../../../world/disk/inode.ts';

const {
  O_APPEND,
  O_CREAT,
  O_DIRECT,
  O_DIRECTORY,
  O_DSYNC,
  O_EXCL,
  O_NOATIME,
  O_NOCTTY,
  O_NOFOLLOW,
  O_NONBLOCK,
  O_RDONLY,
  O_RDWR,
  O_SYNC,
  O_TRUNC,
  O_WRONLY,
} = flags;

export const COPYFILE_EXCL = 1;

/** Kinds of directory entries as `Dirent` and `readdir` number them. */
export const DIRENT_FILE = 1;
export const DIRENT_DIRECTORY = 2;
export const DIRENT_LINK = 3;
export const DIRENT_CHARACTER = 6;

/** Without a prototype, as in Node. */
export const constants: Readonly<Record<string, number>> = Object.freeze(
  Object.assign(Object.setPrototypeOf({}, null), {
    UV_FS_SYMLINK_DIR: 1,
    UV_FS_SYMLINK_JUNCTION: 2,
    O_RDONLY,
    O_WRONLY,
    O_RDWR,
    UV_DIRENT_UNKNOWN: 0,
    UV_DIRENT_FILE: DIRENT_FILE,
    UV_DIRENT_DIR: DIRENT_DIRECTORY,
    UV_DIRENT_LINK: DIRENT_LINK,
    UV_DIRENT_FIFO: 4,
    UV_DIRENT_SOCKET: 5,
    UV_DIRENT_CHAR: DIRENT_CHARACTER,
    UV_DIRENT_BLOCK: 7,
    S_IFMT,
    S_IFREG,
    S_IFDIR,
    S_IFCHR,
    S_IFBLK: 0o060000,
    S_IFIFO: 0o010000,
    S_IFLNK,
    S_IFSOCK: 0o140000,
    O_CREAT,
    O_EXCL,
    UV_FS_O_FILEMAP: 0,
    O_NOCTTY,
    O_TRUNC,
    O_APPEND,
    O_DIRECTORY,
    O_NOATIME,
    O_NOFOLLOW,
    O_SYNC,
    O_DSYNC,
    O_DIRECT,
    O_NONBLOCK,
    S_IRWXU: 0o700,
    S_IRUSR: 0o400,
    S_IWUSR: 0o200,
    S_IXUSR: 0o100,
    S_IRWXG: 0o070,
    S_IRGRP: 0o040,
    S_IWGRP: 0o020,
    S_IXGRP: 0o010,
    S_IRWXO: 0o007,
    S_IROTH: 0o004,
    S_IWOTH: 0o002,
    S_IXOTH: 0o001,
    F_OK: 0,
    R_OK: 4,
    W_OK: 2,
    X_OK: 1,
    UV_FS_COPYFILE_EXCL: COPYFILE_EXCL,
    COPYFILE_EXCL,
    UV_FS_COPYFILE_FICLONE: 2,
    COPYFILE_FICLONE: 2,
    UV_FS_COPYFILE_FICLONE_FORCE: 4,
    COPYFILE_FICLONE_FORCE: 4,
  }),
);
