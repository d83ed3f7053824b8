import { expect, test } from 'vitest';
import { plainPaint } from '../report/paint.ts';
import { progressEvent } from '../report/progress.ts';
import { LiveLine } from './live-line.ts';
import { openOutput } from './output.ts';
import { sampleTerminal } from '../../tests/support/sample-terminal.ts';

const erase = '\r\u001b[2K';
const options = { json: false, color: true, log: 'info' } as const;
const finished = progressEvent('test', { event: 'item_finished', name: 'a', status: 'pass', durationMs: 1, done: 1, total: 2 });

test('the live line shows the first event and leaves nothing behind', () => {
  const terminal = sampleTerminal({ tty: true, columns: 80 });
  const live = new LiveLine(terminal.stderr, plainPaint);
  live.advance(progressEvent('test', { event: 'started', total: 2 }));
  expect(terminal.err()).toContain('0/2');
  live.stop();
  expect(terminal.err().endsWith(erase)).toBe(true);
});

test('the live line leaves room for the ^C of a terminal before the last column', () => {
  const terminal = sampleTerminal({ tty: true, columns: 20 });
  const live = new LiveLine(terminal.stderr, plainPaint);
  live.advance(progressEvent('test', { event: 'phase', name: 'x'.repeat(100) }));
  live.stop();
  expect(
    terminal
      .err()
      .split(erase)
      .every((line) => line.length < 18),
  ).toBe(true);
});

test('lasting text takes the place of the line', () => {
  const terminal = sampleTerminal({ tty: true, columns: 80, environment: { TERM: 'xterm' } });
  const output = openOutput(terminal, options);
  output.progress(progressEvent('test', { event: 'started', total: 2 }));
  output.warn({ code: 'odd', message: 'take care' });
  output.settle();
  expect(terminal.err()).toMatch(/\r\u001b\[2K[^\n]*warning/);
});

test('without a terminal every finished item is one plain line and nothing moves', () => {
  for (const terminal of [sampleTerminal(), sampleTerminal({ tty: true, ci: true })]) {
    const output = openOutput(terminal, options);
    output.progress(progressEvent('test', { event: 'started', total: 2 }));
    output.progress(finished);
    output.settle();
    expect(terminal.err()).toBe('[1/2] PASS    a 1ms\n');
  }
});
