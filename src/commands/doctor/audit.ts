/**
 * Whether a scenario is deterministic: it is executed several times, each in a process of its own with another time zone, locale, order of
 * the environment, temporary directory and date, and everything that was recorded must be the same.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { asJson } from '../../base/as-json.ts';
import { blake3Hex } from '../../base/blake3.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { type ErrorCode, errorCodes } from '../../base/error-codes.ts';
import { FozzyError } from '../../base/problem.ts';
import { LogCursor } from '../../decide/cursor.ts';
import { isObject, parseObject, readText } from '../../store/json-file.ts';
import { decodeTrace } from '../../trace/decode.ts';
import { firstEventDifference } from '../../trace/diff.ts';
import type { TraceDocument } from '../../trace/document.ts';
import type { Backends } from '../../trace/summary.ts';
import { holdLive } from '../../world/host/live.ts';
import { programPath } from '../program-path.ts';
import { isSimulationPath } from '../simulation/simulation-path.ts';
import { virtualBackends } from '../active-backends.ts';

export interface AuditOptions {
  readonly scenario: string;
  readonly runs: number;
  readonly seed: string;
  readonly cwd: string;
  /** Absolute, whether it exists or not. */
  readonly configPath: string;
  readonly signal: AbortSignal;
  readonly ran: (done: number) => void;
}

export interface DeterminismAudit {
  readonly scenario: string;
  readonly runs: number;
  readonly seed: string;
  readonly consistent: boolean;
  /** One digest per execution, of decisions, events, findings, memory and status. */
  readonly signatures: readonly string[];
  readonly first_mismatch_run?: number;
  readonly first_divergence?: JsonObject;
  /** Never the host, whatever the config says. */
  readonly backends: Backends;
}

export interface Audited {
  readonly audit: DeterminismAudit;
  /** A process the scenario starts without having declared it. */
  readonly undeclared: JsonObject | undefined;
}

export async function auditDeterminism(options: AuditOptions): Promise<Audited> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'fozzy-doctor-'));
  try {
    const documents: TraceDocument[] = [];
    for (let run = 0; run < options.runs; run += 1) {
      documents.push(await execute(options, run, join(folder, String(run))));
      options.ran(run + 1);
    }
    return { audit: compare(documents, options), undeclared: undeclaredProcess(documents[0]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Pago_Pago'] as const;
const LOCALES = ['C', 'tr_TR.UTF-8', 'de_DE.UTF-8', 'ar_EG.UTF-8', 'ja_JP.UTF-8'] as const;
/** Far enough apart that day, month, year and summer time differ. */
const SHIFT_MS = 211 * 86_400_000 + 7 * 3_600_000 + 123_457;

async function execute(options: AuditOptions, run: number, folder: string): Promise<TraceDocument> {
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const config = join(folder, 'fozzy.toml');
  writeFileSync(config, await configText(options.configPath, join(folder, 'store')));
  const trace = join(folder, 'trace.fozzy');
  const words = [
    ...(run === 0 ? [] : ['--import', shiftedClock(run * SHIFT_MS)]),
    programPath(),
    ...['--cwd', options.cwd, '--config', config, '--json', '--unsafe', ...commandFor(options), '--seed', options.seed, '--record', trace],
  ];
  const { stdout, code } = await runNode(words, environmentOf(run, join(folder, 'tmp')), options);
  if (existsSync(trace)) return decodeTrace(readFileSync(trace, 'utf8'), trace).document;
  throw refusedBy(parseObject(stdout), options.scenario, code);
}

/** Of a distributed scenario a short search: which schedules it comes to is part of what must be the same. */
function commandFor({ scenario, cwd }: AuditOptions): readonly string[] {
  if (isSimulationPath(scenario)) return ['run', scenario];
  const written = parseObject(readText(resolve(cwd, scenario)) ?? '');
  if (written?.['suites'] !== undefined) {
    throw new FozzyError('wrong_variant', `${scenario} is a suites scenario; \`fozzy doctor --deep\` executes one scenario`, {
      hint: 'name one of the scenarios it lists',
      details: { path: scenario, variant: 'suites', command: 'doctor' },
    });
  }
  if (written?.['distributed'] !== undefined) return ['explore', scenario, '--schedule', 'random', '--runs', '20'];
  return ['run', scenario, '--det', '--proc-backend', 'scripted', '--fs-backend', 'virtual', '--http-backend', 'scripted'];
}

/** The user's settings, but for where runs are kept: those of the doctor must not mix with the others. */
async function configText(path: string, baseDir: string): Promise<string> {
  const text = readText(path);
  const { parse, stringify } = await import('smol-toml');
  return stringify({ ...(text === undefined ? {} : parse(text)), base_dir: baseDir, reporter: 'pretty' });
}

/** A module that moves the real date before anything else is loaded. */
function shiftedClock(ms: number): string {
  const code = `const R=Date;class D extends R{constructor(...a){a.length===0?super(R.now()+${ms}):super(...a)}static now(){return R.now()+${ms}}}globalThis.Date=D;`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function environmentOf(run: number, temporary: string): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !['TZ', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP'].includes(name));
  const ordered = run % 2 === 0 ? entries : entries.toReversed();
  const locale = LOCALES[run % LOCALES.length] ?? 'C';
  const changed = {
    TZ: ZONES[run % ZONES.length] ?? 'UTC',
    LANG: locale,
    LC_ALL: locale,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
  };
  return Object.fromEntries(run % 2 === 0 ? [...ordered, ...Object.entries(changed)] : [...Object.entries(changed), ...ordered]);
}

function runNode(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  { cwd, signal }: AuditOptions,
): Promise<{ readonly stdout: string; readonly code: number | null }> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, words, { cwd, env, signal, stdio: ['ignore', 'pipe', 'ignore'] });
    const release = holdLive(() => child.kill('SIGKILL'));
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.once('error', (error) => {
      release();
      reject(signal.aborted ? new FozzyError('interrupted', 'doctor was interrupted') : error);
    });
    child.once('close', (code) => {
      release();
      done({ stdout, code });
    });
  });
}

/** What the execution itself was refused with: a scenario that is not valid is no question of determinism. */
function refusedBy(document: JsonObject | undefined, scenario: string, exitCode: number | null): FozzyError {
  const { code, message, hint, details: told } = document ?? {};
  const details = { scenario, ...(isObject(told) ? told : {}) };
  if (!isErrorCode(code) || typeof message !== 'string') {
    const ended = `the process ended with ${exitCode ?? 'a signal'} and recorded nothing`;
    return new FozzyError('scenario_invalid', `${scenario} cannot be executed: ${ended}`, { details });
  }
  return new FozzyError(code, message, { ...(typeof hint === 'string' ? { hint } : {}), details });
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code);
}

function compare(documents: readonly TraceDocument[], { scenario, runs, seed }: AuditOptions): DeterminismAudit {
  const signatures = documents.map(signatureOf);
  const [first] = documents;
  const mismatch = signatures.findIndex((signature) => signature !== signatures[0]);
  const other = documents[mismatch];
  const backends = first?.params.backends ?? virtualBackends;
  if (first === undefined || other === undefined) return { scenario, runs, seed, consistent: true, signatures, backends };
  const first_divergence = divergenceOf(first, other);
  return { scenario, runs, seed, consistent: false, signatures, first_mismatch_run: mismatch, first_divergence, backends };
}

function signatureOf(document: TraceDocument): string {
  const { decisions, events, memory, summary } = document;
  const told = { events: asJson(events), memory: jsonOf(memory?.summary), findings: findingsOf(document), status: summary.status };
  return blake3Hex(`${canonicalJson(asJson(decisions.toRecords()))}\n${canonicalJson(told)}`);
}

/** The first thing in which two executions differ, in the order in which it came up. */
function divergenceOf(a: TraceDocument, b: TraceDocument): JsonObject {
  const [left, right] = [new LogCursor(a.decisions), new LogCursor(b.decisions)];
  while (left.kind >= 0 && left.agreesWith(right)) {
    left.advance();
    right.advance();
  }
  if (left.kind >= 0 || right.kind >= 0) return { in: 'decision', index: left.index, expected: left.record(), actual: right.record() };
  const index = firstEventDifference(a.events, b.events);
  if (index !== undefined) return { in: 'event', index, expected: jsonOf(a.events[index]), actual: jsonOf(b.events[index]) };
  if (a.summary.status !== b.summary.status) return { in: 'status', index: 0, expected: a.summary.status, actual: b.summary.status };
  const [found, other] = [findingsOf(a), findingsOf(b)];
  if (canonicalJson(found) !== canonicalJson(other)) return { in: 'finding', index: 0, expected: found, actual: other };
  return { in: 'memory', index: 0, expected: jsonOf(a.memory?.summary), actual: jsonOf(b.memory?.summary) };
}

function findingsOf({ summary }: TraceDocument): Json {
  return summary.findings.map(({ title, message, fingerprint }) => ({ title, message, fingerprint }));
}

function jsonOf(value: object | undefined): Json {
  return value === undefined ? null : asJson(value);
}

function undeclaredProcess(document: TraceDocument | undefined): JsonObject | undefined {
  const finding = document?.summary.findings.find(({ title }) => title === 'proc_unmatched');
  return finding?.location?.details;
}
