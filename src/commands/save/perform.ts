/** `save` from finding to file: look the failure up, choose how a test can show it, write it where nothing else lies. */
import { shellWord } from '../../base/shell-word.ts';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { hexDecode } from '../../base/hex.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { bytesForm } from '../../fuzz/input/bytes-form.ts';
import { stringForm } from '../../fuzz/input/string-form.ts';
import { writeFileDurable } from '../../store/atomic-write.ts';
import { addInputs } from '../../store/corpus.ts';
import { onDisk } from '../../store/file-error.ts';
import { hostFiles } from '../../store/file-ops.ts';
import type { TraceFuzz } from '../../trace/document.ts';
import type { Finding } from '../../trace/finding.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { fuzzedInput, type OpenedTrace, openTrace } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { projectPath } from '../project-path.ts';
import { type Runner, runnerOfProject } from '../test-runner.ts';
import { traceOfFingerprint } from './find-finding.ts';
import { isUnchanged, marked } from './own-file.ts';
import { callBody, drivenBody, type RegressionParts, regressionText, libraryImport, replayBody, scenarioBody } from './regression-test.ts';

export interface SavedTest {
  readonly schemaVersion: string;
  /** Absolute. */
  readonly path: string;
  readonly as: Runner;
  readonly fingerprint: string;
  /** How the test shows the failure. */
  readonly shows: 'call' | 'replay' | 'run';
  /** The copy of the trace that the test replays. */
  readonly trace: string | null;
}

/** The longest a test waits for what hangs, beyond the limit of the hang itself. */
const EXTRA_MS = 50_000;

export async function performSave(options: Options, context: Context): Promise<CommandResult> {
  const asked = textOption(options, 'finding') ?? '';
  const opened = openTrace(traceOfFingerprint(asked, context) ?? asked, context);
  const { summary } = opened.decoded.document;
  const finding = failureOf(summary.findings);
  if (finding === undefined) throw new FozzyError('nothing_to_save', `run ${summary.identity.runId} did not fail`);
  const runner = runnerOf(textOption(options, 'as'), context.cwd);
  const out = outOf(textOption(options, 'out'), opened, finding, runner, context);
  const written = await write({ opened, finding, runner, out, cwd: context.cwd });
  const text = [
    `wrote ${context.paint.bold(projectPath(out, context.cwd))}`,
    ...(written.trace === null ? [] : [`and the trace it replays, ${projectPath(written.trace, context.cwd)}`]),
    '',
    context.paint.dim(
      `red until ${finding.title} is mended: ${runner === 'vitest' ? 'npx vitest run' : 'node --test'} ${shellWord(projectPath(out, context.cwd))}`,
    ),
  ].join('\n');
  return { document: written, exitCode: 0, text };
}

interface Saving {
  readonly opened: OpenedTrace;
  readonly finding: Finding;
  readonly runner: Runner;
  readonly out: string;
  readonly cwd: string;
}

async function write(saving: Saving): Promise<SavedTest> {
  const { opened, finding, runner, out } = saving;
  const plain = callParts(saving) ?? drivenParts(saving) ?? scenarioParts(saving);
  const trace = plain === undefined ? out.replace(/(?:\.test)?\.[cm]?[jt]s$/u, '.fozzy') : undefined;
  const parts = plain ?? replayParts(saving, basename(trace ?? ''));
  refuseForeign(out);
  if (trace !== undefined && existsSync(trace) && !readFileSync(trace).equals(readFileSync(opened.path))) throw taken(trace);
  onDisk('create', dirname(out), () => mkdirSync(dirname(out), { recursive: true }));
  if (trace !== undefined) onDisk('write', trace, () => copyFileSync(opened.path, trace));
  if (parts.corpus !== undefined) await addInputs(parts.corpus.path, [parts.corpus.input], saving.cwd);
  writeFileDurable(out, [marked(regressionText(parts))], hostFiles);
  return {
    schemaVersion: 'fozzy.save.v1',
    path: out,
    as: runner,
    fingerprint: finding.fingerprint,
    shows: parts.shows,
    trace: trace ?? null,
  };
}

function refuseForeign(out: string): void {
  const text = existsSync(out) ? readFileSync(out, 'utf8') : undefined;
  if (text !== undefined && !isUnchanged(text)) throw taken(out);
}

function taken(path: string): FozzyError {
  return new FozzyError('output_exists', `${path} exists and was not written by this command, or was changed since`, {
    hint: 'choose another file with --out',
    details: { path },
  });
}

type ShownParts = RegressionParts & {
  readonly shows: SavedTest['shows'];
  /** Beside the test: the input that a scenario is fuzzed with. */
  readonly corpus?: { readonly path: string; readonly input: Uint8Array };
};

/** A function that can be imported and called as it is. */
function callParts({ opened, finding, runner, out, cwd }: Saving): ShownParts | undefined {
  const { fuzz } = opened.decoded.document;
  const target = fuzz === undefined ? undefined : importable(fuzz.target, runner);
  const args = fuzz === undefined ? undefined : argsOf(fuzz);
  if (fuzz === undefined || target === undefined || args === undefined) return undefined;
  const [law, lawful] =
    fuzz.laws.map((each) => each.split(/ (.*)/su, 2)).find(([name]) => name === 'round_trip' || name === 'lossless') ?? [];
  const against = fuzz.against === undefined ? undefined : importable(fuzz.against, runner, 'other');
  const inverse = lawful === undefined ? undefined : importable(lawful, runner, 'inverse');
  const body = callBody({
    call: target.local,
    args,
    title: finding.title,
    expected: fuzz.expected,
    against: against?.local,
    inverse: inverse?.local,
    isLossless: law === 'lossless',
  });
  if (body === undefined) return undefined;
  const used = [
    target,
    finding.title === 'differential_mismatch' ? against : undefined,
    finding.title === 'round_trip_violated' ? inverse : undefined,
  ];
  const readable = /\bReadable\.from\(/u.test(args) ? ["import { Readable } from 'node:stream';"] : [];
  const imports = used.flatMap((each) => (each === undefined ? [] : [importLine(each, out, cwd)]));
  return {
    shows: 'call',
    runner,
    name: nameOf(target.exported, finding),
    story: storyOf(finding, `fozzy fuzz ${shellWord(fuzz.target)}`),
    imports: [...readable, ...imports],
    body,
  };
}

interface Importable {
  readonly module: string;
  readonly exported: string;
  /** The name it gets in the test. */
  readonly local: string;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Undefined for methods, for declared targets, and for TypeScript where plain Node has to read it. */
function importable(target: string, runner: Runner, local?: string): Importable | undefined {
  const named = target.replace(/^fn:/u, '');
  const hash = named.lastIndexOf('#');
  const module = named.slice(0, hash);
  const exported = named.slice(hash + 1);
  if (hash < 0 || !IDENTIFIER.test(exported) || /\.fuzz\.[cm]?[jt]sx?$/u.test(module)) return undefined;
  if (runner === 'node-test' && /tsx?$/u.test(extname(module))) return undefined;
  return { module, exported, local: local ?? (exported === 'default' ? 'target' : exported) };
}

function importLine({ module, exported, local }: Importable, out: string, cwd: string): string {
  const path = relative(dirname(out), resolve(cwd, module)).replaceAll('\\', '/');
  const from = path.startsWith('.') ? path : `./${path}`;
  if (exported === 'default') return `import ${local} from '${from}';`;
  return `import { ${exported === local ? local : `${exported} as ${local}`} } from '${from}';`;
}

/** Made anew from the input: what the trace tells people may be cut. */
function argsOf(fuzz: TraceFuzz): string | undefined {
  const bytes = hexDecode(fuzz.input_hex);
  if (bytes === undefined) return undefined;
  if (fuzz.form === 'bytes') return bytesForm.render(bytes);
  const text = fuzz.form === 'string' ? stringForm.decode(bytes) : undefined;
  if (text !== undefined) return stringForm.render(text);
  return fuzz.value !== '' && fuzz.value.length < VALUE_MAX ? fuzz.value : undefined;
}

/** A rendered value this long has been cut. */
const VALUE_MAX = 8000;

/** A fuzzed steps scenario that lies in the project: it is fuzzed again as it is now, with the input that broke it first of all. */
function drivenParts({ opened, finding, runner, out, cwd }: Saving): ShownParts | undefined {
  const { driven, scenario, scenarioPath, explore, summary } = opened.decoded.document;
  const input = fuzzedInput(opened);
  if (driven === undefined || input === undefined || scenario === null || scenarioPath === null || explore !== undefined) return undefined;
  if (!existsSync(resolve(cwd, scenarioPath))) return undefined;
  const path = out.replace(/(?:\.test)?\.[cm]?[jt]s$/u, '.corpus');
  const name = typeof scenario['name'] === 'string' ? scenario['name'] : basename(scenarioPath);
  return {
    shows: 'run',
    runner,
    name: nameOf(name, finding),
    story: storyOf(finding, `fozzy fuzz ${shellWord(driven.target)}`),
    imports: ["import { fileURLToPath } from 'node:url';", libraryImport(runner)],
    body: drivenBody({
      target: driven.target,
      corpus: basename(path),
      seed: summary.identity.seed,
      fingerprint: finding.fingerprint,
      runner,
    }),
    timeoutMs: EXTRA_MS,
    corpus: { path, input },
  };
}

/** A steps scenario that lies in the project. */
function scenarioParts({ opened, finding, runner, cwd }: Saving): ShownParts | undefined {
  const { scenario, scenarioPath, explore, summary, params } = opened.decoded.document;
  if (scenario === null || scenarioPath === null || explore !== undefined || !existsSync(resolve(cwd, scenarioPath))) return undefined;
  const name = typeof scenario['name'] === 'string' ? scenario['name'] : basename(scenarioPath);
  return {
    shows: 'run',
    runner,
    name: nameOf(name, finding),
    story: storyOf(finding, `fozzy run ${shellWord(scenarioPath)} --seed ${summary.identity.seed}`),
    imports: [libraryImport(runner)],
    body: scenarioBody(scenarioPath, summary.identity.seed, params.det, runner),
    timeoutMs: EXTRA_MS,
  };
}

function replayParts({ opened, finding, runner }: Saving, trace: string): ShownParts {
  const { fuzz, simulation, scenario } = opened.decoded.document;
  const subject = fuzz?.target.replace(/^.*#/u, '') ?? simulation?.name ?? scenario?.['name'];
  return {
    shows: 'replay',
    runner,
    name: nameOf(typeof subject === 'string' ? subject : 'the recorded run', finding),
    story: storyOf(finding, `fozzy replay ${shellWord(trace)}`),
    imports: ["import { fileURLToPath } from 'node:url';", libraryImport(runner)],
    body: replayBody(trace, finding, runner),
    timeoutMs: (fuzz?.hangTimeoutMs ?? 0) + EXTRA_MS,
  };
}

function nameOf(subject: string, finding: Finding): string {
  return `${subject}: no ${finding.title.replaceAll('_', ' ')} (${finding.fingerprint})`;
}

function storyOf(finding: Finding, again: string): readonly string[] {
  const [message = ''] = finding.message.split('\n');
  const { location } = finding;
  const place = location?.file === undefined ? '' : ` at ${location.file}${location.line === undefined ? '' : `:${location.line}`}`;
  return [`${finding.title}${place}: ${message}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '), `Found by ${again}`];
}

function runnerOf(asked: string | undefined, cwd: string): Runner {
  if (asked === 'vitest' || asked === 'node-test') return asked;
  return runnerOfProject(cwd);
}

function outOf(asked: string | undefined, opened: OpenedTrace, finding: Finding, runner: Runner, context: Context): string {
  if (asked !== undefined) return resolve(context.cwd, asked);
  const { fuzz, simulation, scenario } = opened.decoded.document;
  const subject =
    fuzz?.target.replace(/^.*#/u, '') ?? simulation?.name ?? (typeof scenario?.['name'] === 'string' ? scenario['name'] : 'run');
  const slug =
    subject
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/gu, '-')
      .replaceAll(/^-|-$/gu, '') || 'run';
  const name = `${slug}-${finding.title.replaceAll('_', '-')}-${finding.fingerprint.slice(0, 8)}.test.${runner === 'vitest' ? 'ts' : 'mjs'}`;
  return resolve(context.cwd, 'tests', 'regressions', name);
}
