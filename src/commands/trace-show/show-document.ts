/** The trace show document: who ran what, how it ended and how much was recorded. */
import { isArray } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';
import type { DecodedTrace } from '../../trace/decode.ts';
import type { TraceDocument, TraceSimulation } from '../../trace/document.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Mode, RunParams, RunSummary, Status } from '../../trace/summary.ts';

export interface ShowDocument {
  readonly schemaVersion: string;
  /** Absolute. */
  readonly path: string;
  readonly version: number;
  readonly checksum: DecodedTrace['checksum'];
  readonly engine: { readonly version: string; readonly commit?: string };
  readonly mode: Mode;
  readonly runId: string;
  readonly seed: string;
  readonly status: Status;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly virtualTimeMs: number;
  readonly params: RunParams;
  readonly scenario: { readonly path: string | null; readonly name: string | null; readonly steps: number };
  readonly simulation?: { readonly httpPath: string; readonly isolation: string; readonly sources: number; readonly packages: number };
  readonly hash: string | null;
  /** Of the whole trace, however many are listed. */
  readonly counts: { readonly decisions: number; readonly events: number; readonly findings: number; readonly faults: number };
  readonly memory?: RunSummary['memory'];
  readonly shrunkFrom?: { readonly blake3: string; readonly runId: string };
  readonly findings: readonly Finding[];
  readonly decisions?: readonly JsonObject[];
  readonly events?: readonly TraceEvent[];
}

export function overviewOf(path: string, { document, version, checksum, hash }: DecodedTrace): ShowDocument {
  const { summary, shrunkFrom, memory } = document;
  return {
    schemaVersion: 'fozzy.trace_show.v1',
    path,
    version,
    checksum,
    engine: document.engine,
    mode: document.mode,
    runId: summary.identity.runId,
    seed: summary.identity.seed,
    status: summary.status,
    startedAt: summary.startedAt,
    durationMs: summary.durationMs,
    virtualTimeMs: summary.virtualTimeMs,
    params: document.params,
    scenario: scenarioOf(document),
    ...(document.simulation && { simulation: codeOf(document.simulation) }),
    hash: hash ?? null,
    counts: {
      decisions: document.decisions.length,
      events: document.events.length,
      findings: summary.findings.length,
      faults: summary.faults.length,
    },
    ...(memory && { memory: memory.summary }),
    ...(shrunkFrom && { shrunkFrom: { blake3: shrunkFrom.blake3, runId: shrunkFrom.runId } }),
    findings: summary.findings,
  };
}

function scenarioOf({ scenario, scenarioPath, simulation }: TraceDocument): ShowDocument['scenario'] {
  const name = simulation?.name ?? scenario?.['name'];
  const distributed = scenario?.['distributed'];
  const script = typeof distributed === 'object' && distributed !== null && !isArray(distributed) ? distributed['steps'] : undefined;
  const steps = scenario?.['steps'] ?? script;
  return { path: scenarioPath, name: typeof name === 'string' ? name : null, steps: Array.isArray(steps) ? steps.length : 0 };
}

function codeOf({ httpPath, isolation, sources, packages }: TraceSimulation): NonNullable<ShowDocument['simulation']> {
  return { httpPath, isolation, sources: sources.length, packages: packages.length };
}
