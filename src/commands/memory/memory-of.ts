/**
 * What a selected run knows about memory. The counts stand in its report; leaks and the graph of allocations in its memory files, or in
 * its traces. By run id and by trace the answer is the same.
 */
import { shellWord } from '../../base/shell-word.ts';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import { FozzyError } from '../../base/problem.ts';
import { onDisk } from '../../store/file-error.ts';
import { isObject } from '../../store/json-file.ts';
import type { Resolved } from '../../store/selector.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { MemorySummary } from '../../trace/summary.ts';
import { type Artifact, artifactsOf } from '../artifacts/artifact-set.ts';
import type { Context } from '../context.ts';
import { readTrace, resolveRun } from '../open-trace.ts';
import { summaryOf } from '../selected-summary.ts';

export interface MemoryPart {
  /** Directory of the scenario inside a `test` run; '' where the run is one execution. */
  readonly place: string;
  readonly leaks: readonly JsonObject[];
  readonly graph: MemoryGraph;
}

export interface MemoryGraph {
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
}

export interface MemoryOfRun {
  readonly runId: string;
  readonly summary: MemorySummary;
  /** Empty when nothing but the counts was kept. */
  readonly parts: readonly MemoryPart[];
}

export function memoryOf(selector: string, context: Context): MemoryOfRun {
  const resolved = resolveRun(selector, context);
  const summary = summaryOf(resolved);
  if (summary.memory === undefined)
    throw new FozzyError('memory_no_data', `no memory data found for ${selector}`, {
      hint: `memory is a model of steps scenarios: run one with memory steps, or add --mem-track; allocations of code are measured by \`fozzy replay ${shellWord(selector)} --profile-capture full\``,
      details: { selector },
    });
  return { runId: summary.identity.runId, summary: summary.memory, parts: partsOf(resolved, summary.memory, context) };
}

const GRAPH_FILE = 'memory.graph.json';
const LEAKS_FILE = 'memory.leaks.json';

function partsOf(resolved: Resolved, summary: MemorySummary, context: Context): readonly MemoryPart[] {
  const { artifacts, tracePaths } = artifactsOf(resolved, context);
  const traces = artifacts.filter(({ path }) => tracePaths.includes(path));
  const [only] = traces;
  // One trace out of several was named: only what belongs to it counts.
  const within = resolved.tracePaths.length > 1 && traces.length === 1 ? dirname(only?.name ?? '') : undefined;
  const files = artifacts.filter(({ kind, name }) => kind === 'memory' && (within === undefined || dirname(name) === within));
  const kept = filedParts(files);
  return kept.length > 0 ? kept : recordedParts(traces, summary);
}

function filedParts(files: readonly Artifact[]): readonly MemoryPart[] {
  return files
    .filter(({ name }) => name.endsWith(GRAPH_FILE))
    .map(({ name, path }) => {
      const leaks = files.find((file) => file.name === name.replace(GRAPH_FILE, LEAKS_FILE));
      return { place: placeOf(name), leaks: objectsOf(leaks && readJson(leaks.path)), graph: graphOf(readJson(path)) };
    });
}

function recordedParts(traces: readonly Artifact[], summary: MemorySummary): readonly MemoryPart[] {
  const parts = traces.flatMap(({ name, path }) => {
    const { memory } = decodeTrace(readTrace(path), path).document;
    return memory === undefined ? [] : [{ place: placeOf(name), memory }];
  });
  const [only] = parts;
  // A replay that went another way points at a trace that tells of another execution.
  if (parts.length === 1 && only !== undefined && only.memory.summary.allocCount !== summary.allocCount) return [];
  return parts.map(({ place, memory }) => ({ place, leaks: memory.leaks ?? [], graph: graphOf(memory.graph) }));
}

/** `tests/001-cart/memory.graph.json` is of `001-cart`. */
function placeOf(name: string): string {
  const folder = dirname(name);
  return folder === '.' ? '' : folder.replace(/^tests\//u, '');
}

function readJson(path: string): Json | undefined {
  const parsed = parseJsonValue(onDisk('read', path, () => readFileSync(path, 'utf8')));
  return parsed.ok ? parsed.value : undefined;
}

function graphOf(value: Json | undefined): MemoryGraph {
  if (!isObject(value)) return { nodes: [], edges: [] };
  return { nodes: objectsOf(value['nodes']), edges: objectsOf(value['edges']) };
}

function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return value !== undefined && isArray(value) ? value.filter(isObject) : [];
}
