/** `tests/fozzy.test.ts` of `--template ts`: the scenarios among the tests a project runs anyway, through the SDK. */
import { displayPath, type ScaffoldFile } from './scaffold.ts';
import type { ExampleScenario } from './scenarios.ts';
import type { Runner } from '../test-runner.ts';

export interface SdkTestParts {
  readonly cwd: string;
  /** Absolute; undefined where it is the one that is found by itself. */
  readonly configPath: string | undefined;
  readonly examples: readonly ExampleScenario[];
  readonly runner: Runner;
}

const PATH = 'tests/fozzy.test.ts';

export function sdkTest({ cwd, configPath, examples, runner }: SdkTestParts): ScaffoldFile {
  const options = configPath === undefined ? '' : `{ config: ${JSON.stringify(displayPath(cwd, configPath))} }`;
  const failing = examples.find(({ expect }) => expect === 'fail');
  return {
    path: PATH,
    text: `${[
      '// Scenarios among your other tests. Every command is a method, and a run that fails is a value.',
      "import assert from 'node:assert/strict';",
      `import { test } from '${runner === 'vitest' ? 'vitest' : 'node:test'}';`,
      "import { Fozzy } from 'fozzy/sdk';",
      '',
      `const fozzy = new Fozzy(${options});`,
      '',
      "test('every scenario ends as its suite expects', { timeout: 60_000 }, async () => {",
      '  const { status, results = [] } = await fozzy.test({ det: true, seed: 1 });',
      '  const surprises = results.filter(({ ok }) => !ok).map(({ path, status: ended }) => `${path} ended with ${ended}`);',
      "  assert.deepEqual([status, surprises], ['pass', []]);",
      '});',
      ...(failing === undefined ? [] : ['', ...failureTest(failing)]),
    ].join('\n')}\n`,
  };
}

function failureTest({ file }: ExampleScenario): readonly string[] {
  return [
    "test('a failure is recorded, replayed exactly, and made smaller', { timeout: 60_000 }, async () => {",
    `  const failed = await fozzy.run('tests/${file}', { det: true, seed: 1 });`,
    '  const { runId } = failed.identity;',
    '  const replayed = await fozzy.replay(runId);',
    '  const small = await fozzy.shrink(runId);',
    "  assert.deepEqual([failed.status, replayed.replay?.reproduced, small.shrink?.preserved], ['fail', true, true]);",
    '});',
  ];
}

/** Nothing is recommended that this Node cannot do: reading TypeScript is something it learned late. */
export function sdkTestCommands(runner: Runner, readsTypeScript: boolean): readonly string[] {
  if (runner === 'vitest') return [`npx vitest run ${PATH}`];
  return readsTypeScript ? [`node --test ${PATH}`] : [];
}
