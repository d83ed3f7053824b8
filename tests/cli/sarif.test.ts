/** SARIF as the standard has it: what every kind of run is told as holds to the schema of OASIS. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { performCommand } from '../support/built.ts';
import { recordedOnce, subjects } from '../support/recorded-subjects.ts';

const recorded = recordedOnce();

/** As OASIS publishes it; where this copy is from stands beside it. */
const schemaFile = new URL('fixture/sarif/sarif-2.1.0.json', import.meta.url);
const holds = new Ajv({
  strict: false,
  allErrors: true,
  // The schema has a pattern that only means something without the flag.
  unicodeRegExp: false,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u,
    uri: (text) => URL.canParse(text),
    'uri-reference': (text) => URL.canParse(text, 'file:///root/') && !/[\s\\<>"{}|^`]/u.test(text),
  },
}).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));

interface Sarif {
  readonly runs: readonly { readonly results: readonly { readonly ruleId: string; readonly locations: readonly object[] }[] }[];
}

/** A run as SARIF, after it was held against the schema. */
async function sarifOf(runOrTrace: string): Promise<Sarif> {
  const { text } = await performCommand('report show', { runOrTrace, format: 'sarif' }, { cwd: recorded.cwd });
  const document = JSON.parse(text);
  expect([runOrTrace, holds(document), holds.errors]).toEqual([runOrTrace, true, null]);
  return document;
}

describe('SARIF holds to the schema of the standard', () => {
  test('for failures of every kind of subject, and each is a result with a place', async () => {
    for (const trace of subjects) {
      const { runs } = await sarifOf(trace);
      expect([trace, runs[0]?.results.length, runs[0]?.results[0]?.locations.length]).toEqual([trace, 1, 1]);
    }
  });

  test('for runs that passed, replays, shrinks, and tests with files that cannot be read', async () => {
    const { cwd } = recorded;
    await sarifOf('t.fozzy');
    for (const trace of subjects) {
      await performCommand('replay', { runOrTrace: trace }, { cwd });
      await sarifOf('latest');
    }
    await performCommand('shrink', { runOrTrace: 's.fozzy', out: 'small.fozzy' }, { cwd });
    await sarifOf('latest');
    writeFileSync(join(cwd, 'broken file.fozzy.json'), '{ "version": 1 ');
    const patterns = ['f.fozzy.json', 't.fozzy.json', 'broken file.fozzy.json', 's.fozzy.ts'];
    await performCommand('test', { patterns, det: true, seed: 1 }, { cwd });
    const { runs } = await sarifOf('latest');
    const rules = runs[0]?.results.map(({ ruleId }) => ruleId) ?? [];
    expect(rules).toEqual(expect.arrayContaining(['assertion/fail', 'invariant/finally_violated']));
    expect(rules).toHaveLength(3);
  });

  test('and the schema is one that refuses', async () => {
    const good = await sarifOf('f.fozzy');
    expect(holds({ ...good, version: '2.0.0' })).toBe(false);
    expect(holds({ ...good, runs: good.runs.map((run) => ({ ...run, results: [{ message: 'no object' }] })) })).toBe(false);
  });
});
