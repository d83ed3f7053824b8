/** From RUN_OR_TRACE to a checked trace and the subject that replays it. Never touches the host beyond reading the file. */
import { resolve } from 'node:path';
import { canonicalJson } from '../base/canonical-json.ts';
import { hexDecode } from '../base/hex.ts';
import { FozzyError } from '../base/problem.ts';
import { utf8Decode } from '../base/utf8.ts';
import type { Recorded } from '../campaign/replay-verdict.ts';
import { type StepsSubject, stepsSubject } from '../campaign/steps-subject.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import type { StepsScenario } from '../scenario/scenario.ts';
import { type Resolved, resolveSelector, traceOf } from '../store/selector.ts';
import { readTraceBytes } from '../store/trace-bytes.ts';
import { type DecodedTrace, decodeTrace } from '../trace/decode.ts';
import type { MemoryOptions } from '../trace/summary.ts';
import { redactor } from '../world/redact.ts';
import type { Context } from './context.ts';
import { worldFactory } from './create-world.ts';
import { scenarioInvalid } from './load-scenario.ts';

export interface FoundTrace {
  readonly resolved: Resolved;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

export interface OpenedTrace extends FoundTrace {
  readonly decoded: DecodedTrace;
}

export function openTrace(selector: string, context: Context): OpenedTrace {
  const found = findTrace(selector, context);
  return { ...found, decoded: decodeTrace(found.text, found.path) };
}

/** The text of the trace, whatever it holds. */
export function findTrace(selector: string, context: Context): FoundTrace {
  const resolved = resolveRun(selector, context);
  const path = traceOf(resolved);
  context.log('debug', `${selector} is the trace ${path}`);
  return { resolved, path, text: readTrace(path) };
}

/** A run or trace, whether it has one trace, several or none. */
export function resolveRun(selector: string, { cwd, config, strict, warn }: Context): Resolved {
  return resolveSelector(selector, { cwd, baseDir: resolve(cwd, config.baseDir), strict, warn });
}

export function readTrace(path: string): string {
  const text = utf8Decode(readTraceBytes(path), { fatal: true });
  if (text === undefined) throw new FozzyError('trace_parse', `failed to parse trace ${path}: not UTF-8`);
  return text;
}

export function memoryOptionsOf(decoded: DecodedTrace): MemoryOptions {
  const { document } = decoded;
  return document.memory?.options ?? document.params.memory ?? { track: false, fail_on_leak: false, artifacts: false };
}

/** The scenario inside the trace, validated like any other. */
function scenarioOf(decoded: DecodedTrace, path: string): StepsScenario {
  const { scenario } = decoded.document;
  if (scenario === null) throw new FozzyError('trace_incomplete', `the trace ${path} holds no scenario`);
  // A trace was valid when it was written; keys this version does not know must not stop it from being replayed.
  const outcome = parseScenario(canonicalJson(scenario), { strict: false });
  if (outcome.scenario === undefined) throw scenarioInvalid(path, outcome.problems);
  if (outcome.scenario.variant !== 'steps') {
    throw new FozzyError('trace_incomplete', `the trace ${path} holds a ${outcome.scenario.variant} scenario, but no schedule of it`);
  }
  return outcome.scenario;
}

export interface ReplayOptions {
  readonly untilMs?: number;
}

/** Of a trace that holds its scenario; see recorded-subject.ts for all others. */
export function stepsSubjectOf(opened: OpenedTrace, context: Context, options: ReplayOptions = {}): StepsSubject {
  const { document } = opened.decoded;
  const file = document.scenarioPath ?? opened.path;
  const origins = document.shrunkFrom?.origins;
  return stepsSubject({
    scenario: scenarioOf(opened.decoded, opened.path),
    settings: {
      det: document.params.det,
      ...(document.params.timeoutMs === undefined ? {} : { timeoutMs: document.params.timeoutMs }),
      ...options,
      backends: document.params.backends,
      memory: memoryOptionsOf(opened.decoded),
      file,
      projectFile: file,
    },
    createWorld: worldFactory(redactor(context.config.redactHeaders), fuzzedInput(opened)),
    ...(origins === undefined ? {} : { origins: new Map(Object.entries(origins)) }),
  });
}

/** The input that `${fuzz.input}` stands for. */
export function fuzzedInput({ decoded, path }: OpenedTrace): Uint8Array | undefined {
  const { driven } = decoded.document;
  if (driven === undefined) return undefined;
  const bytes = hexDecode(driven.input_hex);
  if (bytes === undefined) throw new FozzyError('trace_incomplete', `the trace ${path} holds an input that is no hexadecimal text`);
  return bytes;
}

const OF_SEARCHES: ReadonlySet<string> = new Set(['never_evaluated', 'all_schedules_truncated']);

export function recordedOf(decoded: DecodedTrace): Recorded {
  const { document } = decoded;
  return {
    status: document.summary.status,
    // What a search as a whole warns about, no single run can show again.
    findings: document.summary.findings.filter(({ title }) => document.explore === undefined || !OF_SEARCHES.has(title)),
    events: document.events,
    memory: document.memory?.summary,
    decisionCount: document.decisions.length,
    virtualTimeMs: document.summary.virtualTimeMs,
  };
}
