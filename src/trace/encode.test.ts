import { expect, test } from 'vitest';
import { sampleBody, sampleSummary } from '../../tests/support/sample-run.ts';
import { textOf } from '../../tests/support/text-of.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { parseJsonValue } from '../base/json-text.ts';
import { decodeTrace } from './decode.ts';
import { encodeTrace } from './encode.ts';
import type { TraceEvent } from './event.ts';

const events = (count: number): readonly TraceEvent[] =>
  Array.from({ length: count }, (_, index) => ({ time_ms: index, name: 'tick', source: 'user', fields: { note: `é😀 ${index}` } }));

test.each([0, 1, 255, 256, 257, 700])('a trace with %i events is its own canonical form, checksum last', (count) => {
  const summary = sampleSummary({ reportPath: 'r', artifactsDir: 'a' });
  const text = [...encodeTrace({ ...sampleBody(), summary, events: events(count) })].join('');
  const parsed = parseJsonValue(text);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || !('checksum' in parsed.value)) throw new Error('no trace');
  const { checksum, ...content } = parsed.value;
  expect(text).toBe(`${canonicalJson(content).slice(0, -1)},"checksum":"${textOf(checksum)}"}`);
  expect(decodeTrace(text, 't').checksum).toBe('valid');
  expect(decodeTrace(text, 't').document.events).toHaveLength(count);
});

test('a long trace comes in pieces, none of which holds it all', () => {
  const summary = sampleSummary({ reportPath: 'r', artifactsDir: 'a' });
  const pieces = [...encodeTrace({ ...sampleBody(), summary, events: events(5000) })];
  const whole = pieces.reduce((sum, piece) => sum + piece.length, 0);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(whole / 10);
});
