import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Length } from '../base/utf8.ts';
import type { RunSummary } from '../trace/summary.ts';
import { renderAgent } from './agent.ts';
import { renderAnnotations, renderJobSummary } from './github.ts';
import { renderNdjson } from './ndjson.ts';
import { plainPaint } from './paint.ts';
import { reporterNames } from './reporter-names.ts';
import { reporters } from './reporters.ts';
import { base, divergedReplay, explored, failedRun, failedTest, fuzzed, httpFinding, refusedByPolicy, shrunk } from './sample-summary.ts';
import { renderSarif } from './sarif.ts';

const samples = [base, failedRun, failedTest, divergedReplay, shrunk, explored, fuzzed, refusedByPolicy];

/** As many findings as one likes, each with a message of one's own. */
function finding(count: number, message: string): RunSummary {
  return { ...failedRun, findings: Array.from({ length: count }, (_, at) => ({ ...httpFinding, message, fingerprint: String(at) })) };
}

describe('every reporter', () => {
  test('gives the same text for the same summary, and leaves the summary as it was', () => {
    for (const name of reporterNames) {
      for (const summary of samples) {
        const before = JSON.stringify(summary);
        const tell = () => reporters[name].render({ summary, style: { paint: plainPaint, widthMax: 80 }, evidence: {}, root: '' });
        expect(tell(), name).toBe(tell());
        expect(JSON.stringify(summary), name).toBe(before);
      }
    }
  });
});

describe('GitHub', () => {
  test('a failure is an error at its line, with the command that repeats it', () => {
    expect(renderAnnotations(failedRun)).toBe(
      '::error file=tests/cart.fozzy.json,line=8,col=5,title=assertion/http_status in tests/cart.fozzy.json run::expected status 201, got 500%0Areplay: fozzy replay /shop/.fozzy/runs/0c1d5a1e/trace.fozzy\n',
    );
  });

  test('files are named from the top of the repository', () => {
    expect(renderAnnotations(failedRun, 'apps/shop')).toContain('file=apps/shop/tests/cart.fozzy.json,');
  });

  test('a run that passed says nothing, and one that was expected to fail neither', () => {
    expect(renderAnnotations(base)).toBe('');
    expect(renderAnnotations(failedTest)).not.toContain('fails on purpose');
  });

  test('a warning is a warning', () => {
    expect(
      renderAnnotations(refusedByPolicy)
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['::error', '::warning', '']);
  });

  test('whatever a message holds, an annotation is one line, and ten are the most', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 40 }), (message, count) => {
        const text = renderAnnotations(finding(count, message));
        const lines = text.split('\n').slice(0, -1);
        expect(lines.every((line) => /^::error [^\n\r]*::/u.test(line) || /^::error::\d+ more/u.test(line))).toBe(true);
        expect(text).not.toContain('\r');
        expect(lines).toHaveLength(count === 0 ? 1 : Math.min(count, 10));
      }),
    );
    expect(renderAnnotations(finding(25, 'x')).split('\n').at(-2)).toBe('::error::16 more, all of them in the report of the run');
  });

  test('the page of a job is never longer than its room, and says what it leaves out', () => {
    const summary = finding(400, 'a|b`c <b>\n'.repeat(300));
    expect(utf8Length(renderJobSummary(summary, 1024 * 1024))).toBeLessThanOrEqual(1024 * 1024);
    const short = renderJobSummary(summary, 20_000);
    expect(utf8Length(short)).toBeLessThanOrEqual(20_000);
    expect(short).toMatch(/… and \d+ more/u);
    expect(renderJobSummary(summary, 10)).toBe('');
  });

  test('no message becomes markup or leaves its cell', () => {
    const page = renderJobSummary(finding(1, '<script>x</script> | `tick` [a](b)\nnext'), 100_000);
    const row = page.split('\n').find((line) => line.startsWith('| error')) ?? '';
    expect(row).toContain('&#60;script&#62;x&#60;/script&#62; &#124; &#96;tick&#96; &#91;a&#93;(b)<br>next');
    expect(row.split('|')).toHaveLength(8);
  });
});

describe('SARIF', () => {
  test('every result names a rule that is there, has a level and a message, and its place is a valid reference', () => {
    for (const summary of samples) {
      const { runs, version } = JSON.parse(renderSarif(summary));
      expect([version, runs.length]).toEqual(['2.1.0', 1]);
      const [{ tool, results }] = runs;
      const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { ruleId, ruleIndex, level, message, locations } of results) {
        expect(ids[ruleIndex]).toBe(ruleId);
        expect(['error', 'warning']).toContain(level);
        expect(message.text).not.toBe('');
        for (const { physicalLocation } of locations) {
          const { artifactLocation, region } = physicalLocation;
          expect(new URL(artifactLocation.uri, 'file:///root/').protocol).toBe('file:');
          expect(artifactLocation.uri).not.toMatch(/[ \\]/u);
          expect(region === undefined || region.startLine >= 1).toBe(true);
        }
      }
    }
  });

  test('a failure is known again by its fingerprint', () => {
    const { runs } = JSON.parse(renderSarif(failedRun));
    expect(runs[0].results[0]).toMatchObject({
      partialFingerprints: { 'fozzyFingerprint/v1': '9f3b2c41d0aa71e5' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'tests/cart.fozzy.json', uriBaseId: 'PROJECTROOT' },
            region: { startLine: 8, startColumn: 5 },
          },
          logicalLocations: [{ fullyQualifiedName: '/steps/5' }],
        },
      ],
    });
  });

  test('a run that passed has no results', () => {
    expect(JSON.parse(renderSarif(base)).runs[0].results).toEqual([]);
  });
});

describe('NDJSON', () => {
  test('every line is a document with an event, the first and the last say how the run began and ended', () => {
    for (const summary of samples) {
      const events = renderNdjson(summary, [{ time_ms: 3, name: 'start', source: 'engine', fields: { node: 'a\nb' } }])
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      expect(events.every(({ schemaVersion }) => schemaVersion === 'fozzy.report_event.v1')).toBe(true);
      expect([events[0].event, events.at(-1)?.event]).toEqual(['run_started', 'run_finished']);
      expect(events.filter(({ event }) => event === 'test_finished')).toHaveLength(summary.results?.length ?? 0);
      expect(events.filter(({ event }) => event === 'trace')).toHaveLength(1);
      expect(events.at(-1)?.status).toBe(summary.status);
    }
  });
});

describe('the agent reporter', () => {
  test('begins with the verdict, then what failed, where, and the command that repeats it', () => {
    expect(renderAgent(failedRun)).toBe(
      [
        'FAIL run tests/cart.fozzy.json seed 7',
        'assertion/http_status at tests/cart.fozzy.json:8:5 /steps/5',
        '  expected status 201, got 500',
        '  fozzy replay /shop/.fozzy/runs/0c1d5a1e/trace.fozzy',
        `report: ${failedRun.identity.reportPath}`,
        '',
      ].join('\n'),
    );
  });

  test('a run that passed is one line', () => {
    expect(renderAgent(base)).toBe('PASS run tests/cart.fozzy.json seed 7\n');
  });

  test('however much failed, it stays short', () => {
    expect(renderAgent(finding(500, 'x'.repeat(10_000))).length).toBeLessThan(12_000);
    expect(renderAgent(finding(500, 'x'))).toContain('… 480 more');
  });
});
