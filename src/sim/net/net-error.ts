/** Errors of the network as libuv and Node word them: code, errno, syscall, address and port. */
import type { NodeError } from '../node-error.ts';

/** Linux numbers; what comes from name resolution has numbers of libuv's own. */
const ERRNO: Readonly<Record<string, number>> = {
  EPERM: -1,
  ENOENT: -2,
  EACCES: -13,
  EINVAL: -22,
  EPIPE: -32,
  EPROTO: -71,
  EMSGSIZE: -90,
  EADDRINUSE: -98,
  EADDRNOTAVAIL: -99,
  ENETUNREACH: -101,
  ECONNABORTED: -103,
  ECONNRESET: -104,
  EISCONN: -106,
  ETIMEDOUT: -110,
  ECONNREFUSED: -111,
  EHOSTUNREACH: -113,
  EAI_AGAIN: -3001,
  ENOTFOUND: -3008,
};

export interface NetError extends NodeError {
  address?: string;
  port?: number;
  hostname?: string;
}

/** `read ECONNRESET` */
export function socketError(code: string, syscall: string): NetError {
  const error: NetError = new Error(`${syscall} ${code}`);
  return Object.assign(error, { errno: ERRNO[code], code, syscall });
}

/** `connect ECONNREFUSED 10.0.0.2:80` */
export function connectError(code: string, address: string, port: number | undefined): NetError {
  const where = port === undefined ? address : `${address}:${port}`;
  const error: NetError = new Error(`connect ${code} ${where}`);
  return Object.assign(error, { errno: ERRNO[code], code, syscall: 'connect', address }, port === undefined ? {} : { port });
}

const BIND_WORDS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'address already in use',
  EADDRNOTAVAIL: 'address not available',
  EACCES: 'permission denied',
  EINVAL: 'invalid argument',
};

/** `listen EADDRINUSE: address already in use :::8080` */
export function bindError(syscall: 'listen' | 'bind', code: string, address: string, port: number | undefined): NetError {
  const where = port === undefined ? address : `${address}:${port}`;
  const words = syscall === 'listen' ? `${code}: ${BIND_WORDS[code] ?? code}` : code;
  const error: NetError = new Error(`${syscall} ${words} ${where}`);
  return Object.assign(error, { code, errno: ERRNO[code], syscall, address }, port === undefined ? {} : { port });
}

/** `getaddrinfo ENOTFOUND nowhere` */
export function lookupError(code: string, hostname: string, syscall = 'getaddrinfo'): NetError {
  const error: NetError = new Error(`${syscall} ${code} ${hostname}`);
  // Resolvers other than getaddrinfo have no number in Node.
  return Object.assign(error, { errno: syscall === 'getaddrinfo' ? ERRNO[code] : undefined, code, syscall, hostname });
}
