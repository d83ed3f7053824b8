/**
 * A trace as file text: canonical JSON with the checksum as its last member. The bytes before the
 * checksum are exactly the bytes it protects, so writing needs one pass and no second copy.
 */
import { asJson } from '../base/as-json.ts';
import { Blake3Stream } from '../base/blake3.ts';
import { canonicalJson, canonicalParts, isArray, prettyJson } from '../base/canonical-json.ts';
import { compareText } from '../base/compare.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { parseU64 } from '../base/u64.ts';
import { packLog } from '../decide/log-codec.ts';
import { TRACE_FORMAT, TRACE_VERSION, type TraceDocument } from './document.ts';

/** Items of a list that become one piece of text: large enough to be cheap, small enough to be nothing. */
const ITEMS_PER_PIECE = 256;

/** Piece by piece, so that the text of a long trace is never in memory as a whole. */
export function* encodeTrace(document: TraceDocument, options: { readonly pretty?: boolean } = {}): Generator<string> {
  const content = traceContent(document);
  if (options.pretty === true) {
    yield prettyJson({ ...content, checksum: checksumOf(content) });
    return;
  }
  const hash = new Blake3Stream();
  for (const piece of canonicalPieces(content)) {
    hash.update(piece);
    yield piece;
  }
  // No line feed at the end: without it every shorter file is no JSON, so no cut goes unnoticed.
  yield `,"checksum":"${hash.update('}').hex()}"}`;
}

/** The canonical form of the document without its closing brace. */
function* canonicalPieces(content: JsonObject): Generator<string> {
  let before = '{';
  for (const key of Object.keys(content).sort(compareText)) {
    const value = content[key];
    if (value === undefined) continue;
    yield `${before}${canonicalJson(key)}:`;
    before = ',';
    if (typeof value === 'object' && value !== null && isArray(value)) yield* listPieces(value);
    else yield canonicalJson(value);
  }
}

function* listPieces(items: readonly Json[]): Generator<string> {
  for (let at = 0; at < items.length; at += ITEMS_PER_PIECE) {
    const piece = canonicalJson(items.slice(at, at + ITEMS_PER_PIECE)).slice(1, -1);
    yield `${at === 0 ? '[' : ','}${piece}`;
  }
  yield items.length === 0 ? '[]' : ']';
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
    ...(document.simulation === undefined ? {} : { simulation: asJson(document.simulation) }),
    ...(document.explore === undefined ? {} : { explore: asJson(document.explore) }),
    ...(document.fuzz === undefined ? {} : { fuzz: asJson(document.fuzz) }),
    ...(document.driven === undefined ? {} : { fuzz: asJson(document.driven) }),
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
