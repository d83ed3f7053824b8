/**
 * What a search of everything has shown, as a document that somebody else can check: which subject, up to which bound, with which
 * faults, and the class of every schedule there is. Equivalent schedules have the same class, so the number of classes is the claim.
 */
import { blake3Hex } from '../base/blake3.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { TraceExplore, TraceSimulation } from './document.ts';
import type { CrashStateCount, FaultReport } from './summary.ts';

export const CERTIFICATE_SCHEMA = 'fozzy.certificate.v1';
export const CERTIFICATE_FILE = 'certificate.json';

/** An alias rather than an interface, so that it counts as JSON. */
export type SearchBound = {
  /** How late things may be while others go first; distributed scenarios have no such limit. */
  readonly latenessMs?: number;
  /** Transitions or events after which a schedule would have been cut; none was. */
  readonly steps: number;
};

/** Field order here is the key order of the file. */
export interface Certificate {
  readonly schemaVersion: typeof CERTIFICATE_SCHEMA;
  readonly engine: { readonly version: string; readonly commit?: string };
  readonly runId: string;
  readonly name: string;
  readonly strategy: string;
  /** What the program draws at random follows from it. */
  readonly seed: string;
  readonly bound: SearchBound;
  /** Legal schedules of which no two are equivalent, and the runs it took to see them all. */
  readonly schedules: number;
  readonly runs: number;
  /** Absent where runs were made by several, of whom none has seen all. */
  readonly states?: number;
  /** Which could strike anywhere they fit, and how often they did over all runs. */
  readonly faults: readonly FaultReport[];
  /** Disks after power losses: every legal one came about wherever power was lost. Absent when it never was. */
  readonly crashStates?: CrashStateCount;
  /** The class of every schedule, sorted. */
  readonly classes: readonly string[];
  readonly scenarioPath: string;
  /** Digest of the canonical form of a scenario file, which holds more or less than what was searched if the command line replaced parts of it. */
  readonly written?: string;
  /** What was searched, as a trace holds it: with the digest of every source. */
  readonly scenario: JsonObject | null;
  readonly simulation?: TraceSimulation;
  readonly explore?: TraceExplore;
  /** BLAKE3 of the canonical form of everything else. */
  readonly checksum: string;
}

export function sealCertificate(body: Omit<Certificate, 'checksum'>): Certificate {
  return { ...body, checksum: checksumOf(body) };
}

/** Of a document with or without the checksum itself. */
export function checksumOf(document: object): string {
  // Reason for the cast: it may or may not have one.
  const { checksum: _checksum, ...body } = document as { readonly checksum?: unknown };
  // Reason for the cast: a certificate is made of JSON, and one that was read is JSON by definition.
  return blake3Hex(canonicalJson(JSON.parse(JSON.stringify(body)) as Json));
}
