/**
 * The text of a regression test. A failure of a function becomes a plain call with the input as source, which anybody can read and debug;
 * what a plain call cannot show, because it would take the test runner along, becomes a replay of the trace.
 */
import { quoted } from '../../fuzz/input/render-source.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Runner } from '../test-runner.ts';

export interface RegressionParts {
  readonly runner: Runner;
  readonly name: string;
  /** What happened, told above the test. */
  readonly story: readonly string[];
  readonly imports: readonly string[];
  /** Statements of the test. */
  readonly body: readonly string[];
  /** For tests that wait for something: how long the runner has to. */
  readonly timeoutMs?: number;
}

export function regressionText({ runner, name, story, imports, body, timeoutMs }: RegressionParts): string {
  const from = runner === 'vitest' ? 'vitest' : 'node:test';
  const options = timeoutMs === undefined ? '' : `{ timeout: ${timeoutMs} }, `;
  return [
    ...(body.some((line) => line.includes('assert.')) ? ["import assert from 'node:assert/strict';"] : []),
    `import { test } from '${from}';`,
    ...imports,
    '',
    ...story.map((line) => `// ${line}`.trimEnd()),
    `test(${quoted(name)}, ${options}async () => {`,
    ...body.map((line) => (line === '' ? '' : `  ${line}`)),
    '});',
    '',
  ].join('\n');
}

/** How a function that must not fail is called. */
export interface CallParts {
  /** The name the function has in the test. */
  readonly call: string;
  /** Source of the arguments. */
  readonly args: string;
  readonly title: string;
  readonly expected: readonly string[];
  /** Another function that must agree, by its name in the test. */
  readonly against: string | undefined;
  readonly inverse: string | undefined;
  /** The inverse must give the very input back. */
  readonly isLossless: boolean;
}

/** The statements of the test; undefined for what a plain call cannot show. */
export function callBody(parts: CallParts): readonly string[] | undefined {
  const { call, args, title } = parts;
  const once = `await ${call}(${args})`;
  switch (title) {
    case 'uncaught_error':
    case 'stack_overflow':
      return guarded([`${once};`], parts.expected);
    case 'property_violated':
      return guarded([`assert.notEqual(${once}, false);`], parts.expected);
    case 'prototype_pollution':
      return pollution(once);
    case 'global_leak':
      return [
        'const before = new Set(Reflect.ownKeys(globalThis));',
        ...quiet(once),
        'assert.deepEqual(Reflect.ownKeys(globalThis).filter((key) => !before.has(key)), []);',
      ];
    case 'not_idempotent':
      return [`const result = ${once};`, `assert.deepEqual(await ${call}(result), result);`];
    case 'differential_mismatch':
      return parts.against === undefined ? undefined : differential(parts, parts.against);
    case 'round_trip_violated':
      if (parts.inverse === undefined) return undefined;
      return parts.isLossless
        ? [`assert.deepEqual(await ${parts.inverse}(${once}), ${args});`]
        : [`const result = ${once};`, `assert.deepEqual(await ${call}(await ${parts.inverse}(result)), result);`];
    // Among others `nondeterministic_result`: only a replay has another time and other random numbers for the second call.
    default:
      return undefined;
  }
}

/** Errors that are part of the contract are as good as an answer. */
function guarded(statements: readonly string[], expected: readonly string[]): readonly string[] {
  if (expected.length === 0) return statements;
  return [
    'try {',
    ...statements.map((line) => `  ${line}`),
    '} catch (error) {',
    `  if (!(error instanceof Error && [${expected.map(quoted).join(', ')}].includes(error.name))) throw error;`,
    '}',
  ];
}

/** What it answers does not matter here. */
function quiet(call: string): readonly string[] {
  return ['try {', `  ${call};`, '} catch {', '  // Refusing the input is fine.', '}'];
}

function pollution(call: string): readonly string[] {
  return [
    'const shared = [Object.prototype, Array.prototype, Function.prototype, String.prototype];',
    'const keys = () => shared.map((each) => Reflect.ownKeys(each).map(String).sort().join());',
    'const before = keys();',
    ...quiet(call),
    'assert.deepEqual(keys(), before);',
  ];
}

function differential({ call, args }: CallParts, against: string): readonly string[] {
  return [
    'const outcomes = [];',
    `for (const run of [${call}, ${against}]) {`,
    '  try {',
    `    outcomes.push({ value: await run(${args}) });`,
    '  } catch {',
    "    outcomes.push('an error');",
    '  }',
    '}',
    'assert.deepEqual(outcomes[0], outcomes[1]);',
  ];
}

/**
 * The trace lies beside the test, `trace` is its name. Where something that does not come back was ended differs with the load of the machine,
 * and with it the identity of the finding: a hang is known by its title.
 */
export function replayBody(
  trace: string,
  { fingerprint, title }: Pick<Finding, 'fingerprint' | 'title'>,
  runner: Runner,
): readonly string[] {
  const isIt = title === 'hang' ? "({ title }) => title === 'hang'" : `({ fingerprint }) => fingerprint === ${quoted(fingerprint)}`;
  return [
    `const trace = fileURLToPath(new URL(${quoted(`./${trace}`)}, import.meta.url));`,
    "const { document } = await performCommand('replay', { runOrTrace: trace }, { cwd: process.cwd() });",
    `const { findings } = document${summaryType(runner)};`,
    `assert.equal(findings.find(${isIt}), undefined);`,
  ];
}

/** Tests for vitest are TypeScript, and a document may be anything until somebody says what it is. */
function summaryType(runner: Runner): string {
  return runner === 'vitest' ? ' as RunSummary' : '';
}

export function libraryImport(runner: Runner): string {
  return `import { performCommand${runner === 'vitest' ? ', type RunSummary' : ''} } from 'fozzy';`;
}

/** A scenario is run as it is now: its trace holds it as it was. */
export function scenarioBody(scenario: string, seed: string, det: boolean, runner: Runner): readonly string[] {
  return [
    `const { document } = await performCommand('run', { scenario: ${quoted(scenario)}, det: ${String(det)}, seed: ${seed}n }, { cwd: process.cwd() });`,
    `const { status, findings } = document${summaryType(runner)};`,
    "assert.equal(status, 'pass', JSON.stringify(findings, null, 2));",
  ];
}

/** How many executions are sure to come to the inputs of the corpus; words of the scenario go first. */
const DRIVEN_RUNS = 300;

export function drivenBody(parts: {
  readonly target: string;
  readonly corpus: string;
  readonly seed: string;
  readonly fingerprint: string;
  readonly runner: Runner;
}): readonly string[] {
  const { target, corpus, seed, fingerprint, runner } = parts;
  return [
    `const corpus = fileURLToPath(new URL(${quoted(`./${corpus}`)}, import.meta.url));`,
    `const options = { target: ${quoted(target)}, corpus, det: true, seed: ${seed}n, runs: ${DRIVEN_RUNS} };`,
    "const { document } = await performCommand('fuzz', options, { cwd: process.cwd() });",
    `const { findings } = document${summaryType(runner)};`,
    `assert.equal(findings.find(({ fingerprint }) => fingerprint === ${quoted(fingerprint)}), undefined);`,
  ];
}
