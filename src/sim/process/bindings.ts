/**
 * `process.binding`: tables of numbers and names, which packages read when they are loaded, and members that refuse to be called. What
 * does something is not here.
 */
import { constants as cryptoConstants } from 'node:crypto';
import { constants as fsConstants } from 'node:fs';
import { METHODS } from 'node:http';
import { constants as osConstants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { constants as zlibConstants } from 'node:zlib';
import { refusal } from '../builtin/refusing.ts';
import { notSimulated } from '../node-error.ts';

const INSTEAD = "It reaches into Node's internals; use the public module.";

const tables: Readonly<Record<string, () => object>> = {
  uv: () => Object.fromEntries([...getSystemErrorMap()].map(([number, [name]]) => [`UV_${name}`, number])),
  constants: () => ({ os: osConstants, fs: fsConstants, crypto: cryptoConstants, zlib: zlibConstants, trace: {} }),
  http_parser: () => ({ methods: [...METHODS], HTTPParser: refusal("process.binding('http_parser').HTTPParser", INSTEAD) }),
  stream_wrap: () => ({ streamBaseState: new Int32Array(5), kReadBytesOrError: 0 }),
};

export function binding(name: unknown): object {
  const table = typeof name === 'string' && Object.hasOwn(tables, name) ? tables[name] : undefined;
  if (table === undefined) throw notSimulated(`process.binding('${String(name)}')`, INSTEAD);
  return table();
}
