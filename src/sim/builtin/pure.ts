/**
 * Builtins without a clock, randomness or anything outside: Node's own modules serve as they are. Streams and events belong here,
 * because what they queue is drained with everything else.
 */
import assert from 'node:assert';
import strictAssert from 'node:assert/strict';
import buffer from 'node:buffer';
import constants from 'node:constants';
import diagnosticsChannel from 'node:diagnostics_channel';
import events from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import posixPath from 'node:path/posix';
import win32Path from 'node:path/win32';
import querystring from 'node:querystring';
import stream from 'node:stream';
import streamConsumers from 'node:stream/consumers';
import streamPromises from 'node:stream/promises';
import stringDecoder from 'node:string_decoder';
import url from 'node:url';
import utilTypes from 'node:util/types';
import { SimFile } from '../global/file.ts';
import { resolveObjectUrl } from '../global/object-urls.ts';
import { copyModule } from './copy-module.ts';

export const pureBuiltins: Readonly<Record<string, unknown>> = {
  assert,
  'assert/strict': strictAssert,
  buffer: copyModule(buffer, { File: SimFile, resolveObjectURL: resolveObjectUrl }),
  constants,
  diagnostics_channel: diagnosticsChannel,
  events,
  path,
  'path/posix': posixPath,
  'path/win32': win32Path,
  querystring,
  stream,
  'stream/consumers': streamConsumers,
  'stream/promises': streamPromises,
  string_decoder: stringDecoder,
  url,
  'util/types': utilTypes,
};

/**
 * Loaded when a subject asks for them: newer versions of Node warn whoever loads them. Not enumerable, so that looking through the table does
 * not ask. `_http_common` has the parser of Node, which packages that stand in for servers use.
 */
for (const name of ['punycode', '_http_common']) {
  Object.defineProperty(pureBuiltins, name, { get: (): unknown => createRequire(import.meta.url)(name) });
}
