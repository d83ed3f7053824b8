import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { runSubject, stepsSubject } from '../../campaign/steps-subject.ts';
import { SeededSource } from '../../decide/seeded.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import { redactor } from '../../world/redact.ts';
import { worldFactory } from '../create-world.ts';
import { scenarioEnvironment } from '../scenario-environment.ts';
import { guideText } from './guide.ts';
import { layoutJson } from './layout-json.ts';
import { scaffold } from './scaffold.ts';
import { exampleScenarios } from './scenarios.ts';

const files = scaffold({
  cwd: '/p',
  configPath: '/p/fozzy.toml',
  baseDir: '.fozzy',
  examples: exampleScenarios,
  hasFuzz: true,
  fozzy: 'fozzy',
});

function textOf(file: string): string {
  return files.find(({ path }) => path === `tests/${file}`)?.text ?? '';
}

/** Several interleavings; the scheduler draws from the seed. */
const seeds = Array.from({ length: 40 }, (_, lo) => ({ hi: 0, lo }));

function outcomeOf(file: string, seed: { readonly hi: number; readonly lo: number }, text = textOf(file)): Outcome {
  const { scenario } = parseScenario(text, { strict: true });
  if (scenario?.variant !== 'steps') throw new Error(`${file} is no steps scenario`);
  const settings = {
    det: true,
    backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
    memory: { track: false, fail_on_leak: false, artifacts: false },
    file: `tests/${file}`,
    projectFile: `tests/${file}`,
  } as const;
  return runSubject(stepsSubject({ scenario, settings, createWorld: worldFactory(redactor([])) }), new SeededSource(seed));
}

describe('every example', () => {
  test.each(exampleScenarios.map(({ file }) => file))('%s is valid without a single warning', (file) => {
    expect(parseScenario(textOf(file), { strict: true }).problems).toEqual([]);
  });

  test.each(exampleScenarios.flatMap(({ file, steps, expect: expected }) => (steps === undefined ? [] : [[file, expected] as const])))(
    '%s ends with %s under every seed',
    (file, expected) => {
      for (const seed of seeds) expect(outcomeOf(file, seed).status).toBe(expected);
    },
  );

  test('the failing one fails at the same place under every seed, in the task that was too slow', () => {
    const findings = new Set(
      seeds.map((seed) =>
        outcomeOf('fail.fozzy.json', seed)
          .findings.map(({ fingerprint, message }) => `${fingerprint} ${message}`)
          .join(),
      ),
    );
    expect([...findings]).toEqual([expect.stringContaining('bob paid for a seat that is gone')]);
  });

  test('the failing one fails also where a busy machine lets both payments end at once, in whatever order they go on', () => {
    const together = textOf('fail.fozzy.json').replace('"30ms"', '"10ms"');
    const outcomes = seeds.map((seed) => outcomeOf('fail.fozzy.json', seed, together));
    expect(outcomes.map(({ status }) => status)).toEqual(seeds.map(() => 'fail'));
    expect(outcomes.flatMap(({ findings }) => findings.map(({ message }) => message))).toContain(
      'alice and bob both paid for the one seat',
    );
  });
});

test('the suites file names every example with its expected ending', () => {
  const folder = temporaryDirectory();
  for (const { file } of exampleScenarios) writeFileSync(join(folder, file), textOf(file));
  const { scenario, problems } = parseScenario(textOf('all.suites.fozzy.json'), { strict: true, env: scenarioEnvironment(folder) });
  expect(problems).toEqual([]);
  expect(scenario).toMatchObject({
    groups: [
      { name: 'pass', expect: 'pass', include: exampleScenarios.filter((example) => example.expect === 'pass').map(({ file }) => file) },
      { name: 'known-failures', expect: 'fail', include: ['fail.fozzy.json'] },
    ],
  });
});

test('the guide names only files that exist in the scaffold', () => {
  for (const examples of [exampleScenarios, exampleScenarios.filter(({ kind }) => kind === 'memory')]) {
    const mentioned = guideText('fozzy', examples, true).match(/tests\/[\w.]+\.json/g) ?? [];
    const known = [...examples.map(({ file }) => `tests/${file}`), 'tests/all.suites.fozzy.json'];
    expect(mentioned.filter((path) => !known.includes(path))).toEqual([]);
  }
});

test('laid out JSON says the same as the value, with one step per line', () => {
  const steps = [
    { type: 'fail', message: 'a\nb' },
    { type: 'sleep', duration: '1ms' },
  ];
  const value = { name: 'x', empty: {}, none: [], steps, long: ['y'.repeat(80), 'z'.repeat(80)] };
  const text = layoutJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('\n    { "type": "fail", "message": "a\\nb" },\n    { "type": "sleep", "duration": "1ms" }\n  ]');
});
