/**
 * File text to trace: refuses what is no trace, what was changed, and what lacks a part, each with
 * its own code. Older versions are lifted to the current one by the migrations.
 */
import { canonicalJson, isArray } from '../base/canonical-json.ts';
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
  'simulation',
  'explore',
  'fuzz',
  'memory',
  'decisions',
  'events',
  'summary',
  'shrunk_from',
  'checksum',
]);

/** A file that says it is a trace of a version this Fozzy reads; its parts are not looked at yet. */
export interface ParsedTrace {
  readonly raw: JsonObject;
  readonly version: number;
  readonly checksum: ChecksumVerdict;
}

export type ChecksumVerdict = { readonly kind: DecodedTrace['checksum'] } | { readonly kind: 'wrong'; readonly reason: string };

/** For everything that executes or shows a trace: a changed one is refused. */
export function decodeTrace(text: string, name: string): DecodedTrace {
  const parsed = parseTrace(text, name);
  const { checksum, version } = parsed;
  if (checksum.kind === 'wrong') throw new FozzyError('trace_checksum', `checksum mismatch in ${name}: ${checksum.reason}`);
  return { ...openDocument(parsed, name), checksum: checksum.kind, version };
}

export function parseTrace(text: string, name: string): ParsedTrace {
  const raw = parseDocument(text, name);
  const version = checkHeader(raw, name);
  return { raw, version, checksum: judgeChecksum(raw, version) };
}

/** The parts of a parsed trace, lifted to the current version. */
export function openDocument({ raw, version }: ParsedTrace, name: string): Pick<DecodedTrace, 'document' | 'hash'> {
  const current = migrate(raw, version, name);
  const unpacked = unpackLog(current['decisions']);
  if (unpacked === undefined) throw new FozzyError('trace_parse', `failed to parse trace ${name}: the decision log cannot be unpacked`);
  const document = { ...buildDocument(current, unpacked.log, name), version };
  return { document, hash: version === TRACE_VERSION ? unpacked.hash : undefined };
}

function parseDocument(text: string, name: string): JsonObject {
  const parsed = parseJsonValue(text);
  if (!parsed.ok) {
    const { line, column } = lineIndex(text).at(parsed.offset);
    throw new FozzyError('trace_parse', `failed to parse trace ${name}:${line}:${column}: ${parsed.message}`);
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || isArray(value)) throw wrongFormat(name);
  return value;
}

function checkHeader(raw: JsonObject, name: string): number {
  if (raw['format'] !== TRACE_FORMAT) throw wrongFormat(name);
  const version = raw['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > TRACE_VERSION) {
    throw new FozzyError(
      'trace_version',
      `unsupported trace schema version ${version === undefined ? 'none' : canonicalJson(version)} in ${name}: this Fozzy reads 1 to ${TRACE_VERSION}`,
    );
  }
  return version;
}

function wrongFormat(name: string): FozzyError {
  return new FozzyError('trace_format', `unsupported trace format in ${name}: expected "${TRACE_FORMAT}"`);
}

function judgeChecksum(raw: JsonObject, version: number): ChecksumVerdict {
  const { checksum, ...content } = raw;
  if (version < TRACE_VERSION) return { kind: checksum === undefined ? 'missing' : 'unverifiable' };
  if (checksum === undefined) {
    const stranger = Object.keys(raw).find((key) => !KNOWN_KEYS.has(key));
    // A damaged name of the checksum member must not turn a protected trace into an unprotected one.
    return stranger === undefined ? { kind: 'missing' } : { kind: 'wrong', reason: `no checksum, but an unknown key "${stranger}"` };
  }
  return checksumOf(content) === checksum ? { kind: 'valid' } : { kind: 'wrong', reason: 'its content is not what was written' };
}

function buildDocument(raw: JsonObject, decisions: DecisionLog, name: string): TraceDocument {
  const shape = checkShape(raw, name);
  const unknown: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(raw)) {
    if (!KNOWN_KEYS.has(key) && value !== undefined) unknown[key] = value;
  }
  return { ...shape, decisions, ...(Object.keys(unknown).length === 0 ? {} : { unknown }) };
}
