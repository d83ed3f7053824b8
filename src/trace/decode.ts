/**
 * File text to trace: refuses what is no trace, what was changed, and what lacks a part, each with
 * its own code. Older versions are lifted to the current one by the migrations.
 */
import { isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { parseJsonValue } from '../base/json-text.ts';
import { lineIndex } from '../base/line-index.ts';
import { FozzyError } from '../base/problem.ts';
import { unpackLog } from '../decide/log-codec.ts';
import type { DecisionLog } from '../decide/log.ts';
import { TRACE_FORMAT, TRACE_VERSION, type TraceDocument } from './document.ts';
import { checksumOf } from './encode.ts';
import { migrate } from './migrations/migrate.ts';
import { checkShape } from './shape.ts';

export interface DecodedTrace {
  readonly document: TraceDocument;
  readonly checksum: 'valid' | 'missing' | 'unverifiable';
  /** As written in the file, before migration. */
  readonly version: number;
  /** Determinism hash of the recorded run; absent in traces older than version 5. */
  readonly hash: string | undefined;
}

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'format',
  'version',
  'engine',
  'mode',
  'params',
  'scenario_path',
  'scenario',
  'memory',
  'decisions',
  'events',
  'summary',
  'shrunk_from',
  'checksum',
]);

export function decodeTrace(text: string, name: string): DecodedTrace {
  const raw = parseDocument(text, name);
  const version = checkHeader(raw, name);
  const checksum = checkChecksum(raw, version, name);
  const current = version === TRACE_VERSION ? readCurrent(raw, name) : migrate(raw, version, name);
  return { document: { ...current.document, version }, checksum, version, hash: current.hash };
}

function parseDocument(text: string, name: string): JsonObject {
  const parsed = parseJsonValue(text);
  if (!parsed.ok) {
    const { line, column } = lineIndex(text).at(parsed.offset);
    throw new FozzyError('trace_parse', `failed to parse trace ${name}:${line}:${column}: ${parsed.message}`);
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || isArray(value)) throw new FozzyError('trace_parse', `failed to parse trace ${name}: not an object`);
  return value;
}

function checkHeader(raw: JsonObject, name: string): number {
  if (raw['format'] !== TRACE_FORMAT) {
    throw new FozzyError('trace_format', `unsupported trace format in ${name}: expected "${TRACE_FORMAT}"`);
  }
  const version = raw['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > TRACE_VERSION) {
    throw new FozzyError('trace_version', `unsupported trace schema version ${String(version)} in ${name}: this Fozzy reads 1 to ${TRACE_VERSION}`);
  }
  return version;
}

function checkChecksum(raw: JsonObject, version: number, name: string): DecodedTrace['checksum'] {
  const { checksum, ...content } = raw;
  if (version < TRACE_VERSION) return checksum === undefined ? 'missing' : 'unverifiable';
  if (checksum === undefined) {
    const stranger = Object.keys(raw).find((key) => !KNOWN_KEYS.has(key));
    // A damaged name of the checksum member must not turn a protected trace into an unprotected one.
    if (stranger !== undefined) throw mismatch(name, `no checksum, but an unknown key "${stranger}"`);
    return 'missing';
  }
  if (checksumOf(content) !== checksum) throw mismatch(name, 'its content is not what was written');
  return 'valid';
}

function mismatch(name: string, reason: string): FozzyError {
  return new FozzyError('trace_checksum', `checksum mismatch in ${name}: ${reason}`);
}

interface Current {
  readonly document: TraceDocument;
  readonly hash: string | undefined;
}

function readCurrent(raw: JsonObject, name: string): Current {
  const unpacked = unpackLog(raw['decisions']);
  if (unpacked === undefined) throw new FozzyError('trace_parse', `failed to parse trace ${name}: the decision log cannot be unpacked`);
  return { document: buildDocument(raw, unpacked.log, name), hash: unpacked.hash };
}

/** From the members of a current document; the migrations end here too. */
export function buildDocument(raw: JsonObject, decisions: DecisionLog, name: string): TraceDocument {
  const shape = checkShape(raw, name);
  const unknown: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(raw)) {
    if (!KNOWN_KEYS.has(key) && value !== undefined) unknown[key] = value;
  }
  return { ...shape, decisions, ...(Object.keys(unknown).length === 0 ? {} : { unknown }) };
}
