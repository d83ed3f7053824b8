import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunSummary } from '../trace/summary.ts';
import { ansiPaint, plainPaint } from './paint.ts';
import { base, divergedReplay, explored, failedRun, failedTest, fuzzed, refusedByPolicy, shrunk } from './sample-summary.ts';
import { renderSummary } from './summary-text.ts';

const wide = { paint: plainPaint, widthMax: Number.POSITIVE_INFINITY };
const all = [base, failedRun, failedTest, divergedReplay, shrunk, explored, fuzzed, refusedByPolicy];

describe('the run summary block', () => {
  test('tells verdict, facts, findings with their place, silent faults and the command to reproduce', () => {
    expect(renderSummary(failedRun, wide)).toBe(`fozzy run FAIL
run        0c1d5a1e-7c1b-4f0e-9d55-3f1f0a2b9c11
seed       7
duration   61ms
virtual    250ms
memory     peak 1.6 MiB, in use 468.8 KiB, 3 allocs, 2 frees, leaked 468.8 KiB in 1 alloc
trace      /shop/.fozzy/runs/0c1d5a1e/trace.fozzy
report     .fozzy/runs/0c1d5a1e-7c1b-4f0e-9d55-3f1f0a2b9c11/report.json
artifacts  .fozzy/runs/0c1d5a1e-7c1b-4f0e-9d55-3f1f0a2b9c11

findings
  - [assertion] http_status: expected status 201, got 500
      tests/cart.fozzy.json:8:5  /steps/5
      a  "201"
      b  "500"

faults and rules that never fired
  - net_partition:1  net_partition  /steps/3

reproduce
  fozzy replay /shop/.fozzy/runs/0c1d5a1e/trace.fozzy`);
  });

  test('a passing run is facts only', () => {
    expect(
      renderSummary(base, wide)
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['fozzy', 'run', 'seed', 'duration', 'report', 'artifacts']);
  });

  test('every scenario that did not end as expected has its own commands, the others are not listed', () => {
    const text = renderSummary(failedTest, wide);
    expect(text).toContain('tests      3 passed, 4 failed, 1 skipped, 1 not run');
    expect(text).toContain('  again   fozzy run tests/cart.fozzy.json --seed 13602118219510175891 --det');
    expect(text).toContain("  replay  fozzy replay '/shop/my traces/release.fozzy'");
    expect(text).toContain('tests/fixed.fozzy.json  was broken, expected fail, got pass, 4ms');
    expect(text).not.toContain('tests/run.pass.fozzy.json');
    expect(text).not.toContain('tests/fail.fozzy.json');
    expect(text).toContain('tests/admin.fozzy.json skipped: does not match --filter cart');
  });

  test('a suggestion can be copied whole', () => {
    const block = /suggestedProcWhen\n([\s\S]*?\n {10}\})/.exec(renderSummary(failedTest, wide))?.[1] ?? '';
    expect(JSON.parse(block)).toMatchObject({ type: 'proc_when', command: 'git', args: ['status', '--short'] });
  });

  test('a divergence shows expected and actual in one column', () => {
    const lines = renderSummary(divergedReplay, wide).split('\n');
    const columns = lines.filter((line) => /^ {2}(expected|actual) /.test(line)).map((line) => line.indexOf('{'));
    expect(columns).toEqual([20, 20]);
  });

  test('names who stays although it fails without, and does not call that minimal', () => {
    if (shrunk.shrink === undefined) throw new Error('the sample was shrunk');
    const doubtful = { ...shrunk, shrink: { ...shrunk.shrink, minimal: false, inDoubt: ['reader', 'writer'] } };
    expect(renderSummary(doubtful, { ...wide, widthMax: 80 })).toContain(
      `  same failure, 1-minimal except for doubts, 84 candidates tried
  Kept in doubt: reader, writer; it fails without them as well, but no run
  without them passed, so the check may count on what they do.
`,
    );
  });

  test('one candidate is told as one', () => {
    if (shrunk.shrink === undefined) throw new Error('the sample was shrunk');
    const one = { ...shrunk, shrink: { ...shrunk.shrink, candidates: 1 } };
    expect(renderSummary(one, wide)).toContain(', 1 candidate tried\n');
  });

  test('a shrink shows before and after', () => {
    expect(renderSummary(shrunk, wide)).toContain(
      '  steps        24  →      2\n  size   17.8 KiB  →  912 B\n  picks        12  →      1\n',
    );
  });

  test('strict policy is told with its way out', () => {
    expect(renderSummary(refusedByPolicy, wide)).toMatch(
      /error\[strict_warnings\]: the run passed with 1 warning\n {2}hint: fix the warning or pass --unsafe$/,
    );
  });

  test('each fuzz failure has its replay command', () => {
    expect(renderSummary(fuzzed, wide)).toContain(
      '  - uncaught_error, 3×: TypeError: Cannot read properties of undefined\n    input   /shop/crash.bin\n    replay  fozzy replay /shop/t.fozzy',
    );
  });

  test('the caller may name a shorter command', () => {
    expect(renderSummary(failedRun, { ...wide, replayHint: 'fozzy replay latest' })).toMatch(/reproduce\n {2}fozzy replay latest$/);
  });

  test('a long list of skipped scenarios is cut and says so', () => {
    const results = Array.from({ length: 14 }, (_, index) => ({ ...(failedTest.results?.[7] ?? never()), path: `t/${index}.fozzy.json` }));
    expect(renderSummary({ ...failedTest, results }, wide)).toContain('… and 4 more, all listed in the report');
  });

  test('colour adds codes and changes no character', () => {
    for (const summary of all) {
      const painted = renderSummary(summary, { paint: ansiPaint, widthMax: 80 });
      expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderSummary(summary, { paint: plainPaint, widthMax: 80 }));
    }
  });

  test('no text of a subject steers the terminal, and no line ends in a blank', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 20, max: 200 }),
        (title, message, widthMax) => {
          const finding = {
            kind: 'assertion',
            title,
            message,
            fingerprint: 'f',
            location: { file: message, line: 1, col: 1, details: { [title]: message } },
          } as const;
          for (const summary of all) {
            const text = renderSummary(withFinding(summary, finding), { paint: plainPaint, widthMax });
            expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|[^\S\n]$/mu);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

function withFinding(summary: RunSummary, finding: RunSummary['findings'][number]): RunSummary {
  const results = summary.results?.map((item) => ({
    ...item,
    name: finding.title,
    path: finding.message,
    reason: finding.message,
    findings: [finding],
  }));
  return { ...summary, findings: [finding], ...(results === undefined ? {} : { results }) };
}

function never(): never {
  throw new Error('the sample has nine results');
}
