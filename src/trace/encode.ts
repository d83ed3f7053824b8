/**
 * A trace as file text: canonical JSON with the checksum as its last member. The bytes before the
 * checksum are exactly the bytes it protects, so writing needs one pass and no second copy.
 */
import { asJson } from '../base/as-json.ts';
import { Blake3Stream } from '../base/blake3.ts';
import { canonicalParts, prettyJson } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { parseU64 } from '../base/u64.ts';
import { packLog } from '../decide/log-codec.ts';
import { TRACE_FORMAT, TRACE_VERSION, type TraceDocument } from './document.ts';

export interface EncodedTrace {
  readonly chunks: readonly string[];
  readonly checksum: string;
}

export function encodeTrace(document: TraceDocument, options: { readonly pretty?: boolean } = {}): EncodedTrace {
  const content = traceContent(document);
  const chunks: string[] = [];
  canonicalParts(content, (piece) => chunks.push(piece));
  const checksum = checksumOfParts(chunks);
  if (options.pretty === true) return { chunks: [prettyJson({ ...content, checksum }), '\n'], checksum };
  const last = chunks.pop() ?? '';
  chunks.push(`${last.slice(0, -1)},"checksum":"${checksum}"}\n`);
  return { chunks, checksum };
}

/** The document without its checksum. */
function traceContent(document: TraceDocument): JsonObject {
  return {
    ...document.unknown,
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    engine: asJson(document.engine),
    mode: document.mode,
    params: asJson(document.params),
    scenario_path: document.scenarioPath,
    scenario: document.scenario,
    ...(document.memory === undefined ? {} : { memory: asJson(document.memory) }),
    decisions: asJson(packLog(document.decisions, parseU64(document.summary.identity.seed))),
    events: asJson(document.events),
    summary: asJson(document.summary),
    ...(document.shrunkFrom === undefined ? {} : { shrunk_from: asJson(document.shrunkFrom) }),
  };
}

/** BLAKE3 of the canonical form, fed piece by piece. */
export function checksumOf(content: Json): string {
  const hash = new Blake3Stream();
  canonicalParts(content, (piece) => hash.update(piece));
  return hash.hex();
}

function checksumOfParts(parts: readonly string[]): string {
  const hash = new Blake3Stream();
  for (const part of parts) hash.update(part);
  return hash.hex();
}
