import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../trace/event.ts';
import type { Finding } from '../trace/finding.ts';
import type { FaultReport } from '../trace/summary.ts';
import { ansiPaint, plainPaint } from './paint.ts';
import { renderStory, shortStory, sourcePlace } from './story.ts';
import { textWidth } from './text-width.ts';

function event(time_ms: number, name: string, fields: TraceEvent['fields'] = {}): TraceEvent {
  return { time_ms, name, source: 'engine', fields };
}

/** The bank of the lost update, as a simulation tells it. */
const bank: readonly TraceEvent[] = [
  event(0, 'start', { node: 'bank', life: 0 }),
  event(0, 'stdout', { node: 'bank', text: 'listening on 8080' }),
  event(1, 'transition', { node: 'alice', label: 'client' }),
  event(1, 'http.request', { node: 'alice', method: 'POST', path: '/transfer', body: '{"to":"b","amount":10}', to: 'bank' }),
  event(1, 'transition', { node: 'bob', label: 'client' }),
  event(1, 'http.request', { node: 'bob', method: 'POST', path: '/transfer', body: '{"to":"b","amount":20}', to: 'bank' }),
  event(2, 'http.receive', { node: 'bank', method: 'POST', path: '/transfer', from: 'alice' }),
  event(2, 'fs', { node: 'bank', op: 'readFile', path: '/data/accounts.json', text: '{"a":100,"b":0}' }),
  event(2, 'http.receive', { node: 'bank', method: 'POST', path: '/transfer', from: 'bob' }),
  event(2, 'fs', { node: 'bank', op: 'readFile', path: '/data/accounts.json', text: '{"a":100,"b":0}' }),
  event(2, 'fs', { node: 'bank', op: 'stat', path: '/data/accounts.json' }),
  event(3, 'fs', { node: 'bank', op: 'writeFile', path: '/data/accounts.json', text: '{"a":90,"b":10}' }),
  event(3, 'fault', { node: 'bank', type: 'latency', site: 'net.send', target: 'bank', peer: 'alice' }),
  event(4, 'fs', { node: 'bank', op: 'writeFile', path: '/data/accounts.json', text: '{"a":80,"b":20}' }),
  event(4, 'http.respond', { node: 'bank', status: 200, path: '/transfer' }),
  event(14, 'http.response', { node: 'alice', status: 200, path: '/transfer', from: 'bank' }),
  event(15, 'crash', { node: 'bank', mode: 'power-loss', target: 'bank' }),
  event(115, 'start', { node: 'bank', life: 1 }),
];

const finding: Finding = {
  kind: 'invariant',
  title: 'finally_violated',
  message: 'money is conserved',
  fingerprint: '0123456789abcdef',
  location: { file: 'tests/transfer.fozzy.ts' },
};

const style = { paint: plainPaint, widthMax: 100 };

describe('the story of a run', () => {
  test('has a column per machine, time on the left, and leaves out what nobody asked for', () => {
    expect(renderStory(bank, { ...style, all: false }).join('\n')).toMatchInlineSnapshot(`
      "         bank        alice       bob
         0 ms  “listening on 8080”
         1 ms  │           POST /transfer {"to":"b","amount":10} → bank
               │           │           POST /transfer {"to":"b","amount":20} → bank
         2 ms  ← POST /transfer from alice
               reads accounts.json {"a":100,"b":0}
               ← POST /transfer from bob
               reads accounts.json {"a":100,"b":0}
         3 ms  writes accounts.json {"a":90,"b":10}
               FAULT latency with alice
         4 ms  writes accounts.json {"a":80,"b":20}
               200 for /transfer
        14 ms  │           ← 200 from bank
        15 ms  loses power
       115 ms  starts again"
    `);
  });

  test('tells everything when it is asked to', () => {
    const all = renderStory(bank, { ...style, all: true });
    expect(all.length).toBeGreaterThan(renderStory(bank, { ...style, all: false }).length);
    expect(all.join('\n')).toContain('stat accounts.json');
    expect(all.join('\n')).toContain('client');
  });

  test('names the machine on every line where there is no room for columns', () => {
    expect(renderStory(bank, { ...style, widthMax: 50, all: false }).join('\n')).toMatchInlineSnapshot(`
      "   0 ms  bank   “listening on 8080”
         1 ms  alice  POST /transfer {"to":"b","amount"…
               bob    POST /transfer {"to":"b","amount"…
         2 ms  bank   ← POST /transfer from alice
               bank   reads accounts.json {"a":100,"b":…
               bank   ← POST /transfer from bob
               bank   reads accounts.json {"a":100,"b":…
         3 ms  bank   writes accounts.json {"a":90,"b":…
               bank   FAULT latency with alice
         4 ms  bank   writes accounts.json {"a":80,"b":…
               bank   200 for /transfer
        14 ms  alice  ← 200 from bank
        15 ms  bank   loses power
       115 ms  bank   starts again"
    `);
  });

  test('never gets wider than the terminal, nor than a hundred columns', () => {
    for (const widthMax of [40, 60, 80, 100, 200, Number.POSITIVE_INFINITY]) {
      const lines = renderStory(bank, { ...style, widthMax, all: true });
      expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(Math.min(100, widthMax));
    }
  });

  test('says the same with colour and without', () => {
    const codes = /\u001b\[\d+m/gu;
    const coloured = renderStory(bank, { ...style, paint: ansiPaint, all: true });
    expect(coloured.join('\n')).toMatch(codes);
    expect(coloured.map((line) => line.replace(codes, '').trimEnd())).toEqual(renderStory(bank, { ...style, all: true }));
  });

  test('counts what repeats instead of repeating it', () => {
    const beats = Array.from({ length: 5 }, () => event(7, 'stdout', { node: 'n', text: 'tick' }));
    expect(renderStory(beats, { ...style, all: false })).toEqual(['   7 ms  n  “tick” ×5']);
  });

  test('cannot steer the terminal', () => {
    const nasty = [event(0, 'stdout', { node: 'n', text: 'a\u001b[2Jb\r\nc' })];
    expect(renderStory(nasty, { ...style, all: false }).join('')).not.toMatch(/[\u001b\r]/u);
  });

  test('tells a steps scenario by its tasks, and where the step stands', () => {
    const steps = [
      event(0, 'sched_pick', { step_kind: 'http_request', step_path: '/steps/0', task_id: 'main' }),
      event(0, 'span_start', { span: 's0', step_kind: 'http_request', step_path: '/steps/0', task: 'main' }),
      event(0, 'http_request', { status: 201 }),
      event(0, 'capability_http', { status: 201 }),
      event(4, 'span_end', { span: 's0', status: 'ok', duration_ms: 4 }),
      event(4, 'span_start', { span: 's1', step_kind: 'assert_eq_int', step_path: '/steps/1', task: 'other' }),
      event(4, 'span_end', { span: 's1', status: 'error', details: { title: 'assert_eq_int' } }),
    ];
    const describeStep = (pointer: string) => (pointer === '/steps/0' ? 'POST /orders' : undefined);
    expect(renderStory(steps, { ...style, all: false, describeStep }).join('\n')).toMatchInlineSnapshot(`
      "         main        other
         0 ms  POST /orders → 201   /steps/0
         4 ms  │           assert_eq_int ✗ assert_eq_int   /steps/1"
    `);
  });
});

const fault = (type: string, count: number): FaultReport => ({ id: 'f0', type, armed: true, fired: count > 0, count });

describe('the short story', () => {
  const short = (more: Partial<Parameters<typeof shortStory>[0]> = {}) =>
    shortStory({ ...style, events: bank, findings: [finding], faults: [], selector: '7f3c', ...more });

  test('counts what ran where shrinking had no decisions to take away', () => {
    expect(short({ shrunk: { before: 39, after: 21, of: 'transition' } }).join('\n')).toContain('shrunk 39 → 21 transitions');
  });

  test('says in a dozen lines what happened and what to type next', () => {
    const lines = short({ shrunk: { before: 31, after: 4 } });
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "      1 alice  POST /transfer {"to":"b","amount":10} → bank
            2 bob    POST /transfer {"to":"b","amount":20} → bank
            3 bank   reads accounts.json {"a":100,"b":0}
            4 bank   reads accounts.json {"a":100,"b":0}
            5 bank   writes accounts.json {"a":90,"b":10}
            6 bank   FAULT latency with alice
            7 bank   writes accounts.json {"a":80,"b":20}
            8 bank   loses power
            faults needed: none      shrunk 31 → 4 decisions
            again   fozzy replay 7f3c      look   fozzy show 7f3c"
    `);
  });

  test('claims that faults are needed only when shrinking has shown it', () => {
    const faults = [fault('latency', 2), fault('reset', 0)];
    expect(short({ faults }).join('\n')).toContain('faults fired: latency ×2');
    expect(short({ faults, shrunk: { before: 9, after: 1 } }).join('\n')).toContain('faults needed: latency ×2      shrunk 9 → 1 decision');
    expect(short().join('\n')).toContain('faults fired: none');
  });

  test('stays within its lines and the terminal, whatever happened', () => {
    const many = Array.from({ length: 200 }, (_, at) => event(at, 'fs', { node: `n${at % 9}`, op: 'writeFile', path: `/f${at}` }));
    for (const widthMax of [40, 80, 120]) {
      const lines = short({ events: many, widthMax, selector: 'last-fail' });
      expect(lines.length).toBeLessThanOrEqual(12);
      expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(widthMax);
    }
    expect(short({ events: [] }).length).toBeGreaterThan(0);
  });

  test('keeps crashes and faults when there is too much to tell', () => {
    const noise = Array.from({ length: 50 }, (_, at) =>
      event(at + 20, 'http.request', { node: 'c', method: 'GET', path: `/${at}`, to: 'bank' }),
    );
    expect(short({ events: [...bank, ...noise] }).join('\n')).toContain('loses power');
  });
});

test('a finding points at the innermost line of the user', () => {
  const stack =
    'Error: x\n    at node:internal/a:1:2\n    at f (/p/node_modules/y/i.js:3:4)\n    at g (/p/src/server.ts:41:7)\n    at h (/p/b.ts:1:1)';
  expect(sourcePlace({ ...finding, location: { file: 't', details: { stack } } })).toBe('/p/src/server.ts:41:7');
  expect(sourcePlace(finding)).toBeUndefined();
  expect(sourcePlace({ ...finding, location: { file: 't.ts', line: 3, col: 9 } })).toBe('t.ts:3:9');
});
