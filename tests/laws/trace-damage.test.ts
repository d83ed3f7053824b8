/**
 * A damaged trace is never taken for a whole one. The checksum protects the JSON value of the file,
 * so the only damage that may survive is one that leaves this value as it was: other blanks or
 * another spelling of the same string.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { FozzyError } from '../../src/base/problem.ts';
import { utf8Decode, utf8Encode } from '../../src/base/utf8.ts';
import { decodeTrace } from '../../src/trace/decode.ts';
import type { TraceDocument } from '../../src/trace/document.ts';
import { checksumOf, encodeTrace } from '../../src/trace/encode.ts';

const corpus = join(dirname(dirname(fileURLToPath(import.meta.url))), 'corpus', 'traces');
const unicode = new Uint8Array(readFileSync(join(corpus, 'v5', 'draws.fozzy')));
const small = smallDocument();
const compact = utf8Encode([...encodeTrace(small)].join(''));
const pretty = utf8Encode([...encodeTrace(small, { pretty: true })].join(''));
const compactText = textOf(compact) ?? '';

/** A real trace with one event and one step, so that every bit of it can be tried. */
function smallDocument(): TraceDocument {
  const { document } = decodeTrace(readFileSync(join(corpus, 'v5', 'host-timeout.fozzy'), 'utf8'), 'host-timeout.fozzy');
  const params = { ...document.params, commandLine: ['fozzy'] };
  const { runId, seed } = document.summary.identity;
  const summary = { ...document.summary, identity: { runId, seed, reportPath: '', artifactsDir: '' }, findings: [], params };
  return { ...document, params, events: document.events.slice(0, 1), summary };
}

function textOf(bytes: Uint8Array): string | undefined {
  return utf8Decode(bytes, { fatal: true });
}

function withoutChecksum(text: string): JsonObject {
  const { checksum: _checksum, ...content } = JSON.parse(text);
  return content;
}

/** What became of the bytes: refused with a trace_* code, or taken as a trace. Anything else is thrown. */
function fate(bytes: Uint8Array): string {
  const text = textOf(bytes);
  // Files that are not UTF-8 never reach the decoder.
  if (text === undefined) return 'trace_parse';
  try {
    decodeTrace(text, 'damaged.fozzy');
    return 'accepted';
  } catch (error) {
    if (error instanceof FozzyError && error.code.startsWith('trace_')) return error.code;
    throw error;
  }
}

/** Every single flipped bit that was not noticed, among the bytes that `among` chooses. */
function unnoticed(whole: Uint8Array, among: (byte: number) => boolean = () => true): readonly string[] {
  const survivors: string[] = [];
  const bytes = whole.slice();
  for (const [at, byte] of whole.entries()) {
    if (!among(byte)) continue;
    for (let bit = 1; bit < 0x100; bit *= 2) {
      bytes[at] = byte ^ bit;
      if (fate(bytes) === 'accepted') survivors.push(`byte ${at}, bit ${bit}`);
    }
    bytes[at] = byte;
  }
  return survivors;
}

test('the samples are whole', () => {
  expect([compact, pretty, unicode].map(fate)).toEqual(['accepted', 'accepted', 'accepted']);
});

describe('a flipped bit', () => {
  test('anywhere in a compact trace is noticed', () => {
    expect(unnoticed(compact)).toEqual([]);
  });

  // No single bit turns a blank into another blank, so not even these survive.
  test('in any blank of an indented trace is noticed', () => {
    expect(unnoticed(pretty, (byte) => byte <= 0x20)).toEqual([]);
  });

  test('inside text outside ASCII is noticed', () => {
    expect(unnoticed(unicode, (byte) => byte >= 0x80)).toEqual([]);
  });

  test('survives only as another spelling of the same value: the case of a digit in an escape', () => {
    const content = { ...withoutChecksum(compactText), note: '\u001b' };
    const text = JSON.stringify({ ...content, checksum: checksumOf(content) });
    expect(text).toContain('\\u001b');
    expect(fate(utf8Encode(text))).toBe('accepted');
    expect(fate(utf8Encode(text.replace('\\u001b', '\\u001B')))).toBe('accepted');
    expect(fate(utf8Encode(text.replace('\\u001b', '\\u001c')))).toBe('trace_checksum');
  });
});

describe('a trace cut short', () => {
  test('is refused at every length', () => {
    for (const whole of [compact, pretty]) {
      expect(fate(whole)).toBe('accepted');
      expect([...whole.keys()].filter((length) => fate(whole.subarray(0, length)) === 'accepted')).toEqual([]);
    }
  });
});

describe('what is no trace', () => {
  test.each([
    ['', 'trace_parse'],
    ['null', 'trace_format'],
    ['[]', 'trace_format'],
    ['{}', 'trace_format'],
    ['{"format":"other"}', 'trace_format'],
    ['{"format":"fozzy-trace"}', 'trace_version'],
    ['{"format":"fozzy-trace","version":0}', 'trace_version'],
    ['{"format":"fozzy-trace","version":6}', 'trace_version'],
    ['{"format":"fozzy-trace","version":"5"}', 'trace_version'],
    ['{"format":"fozzy-trace","version":1.5}', 'trace_version'],
    ['{"format":"fozzy-trace","version":5}', 'trace_parse'],
    ['{"format":"fozzy-trace","version":4}', 'trace_parse'],
    ['{"format":"fozzy-trace","version":1,"decisions":[]}', 'trace_parse'],
    ['{"format":"fozzy-trace","version":1,"decisions":[{"kind":"unheard_of"}]}', 'trace_parse'],
  ])('%s is refused as %s', (text, code) => {
    expect(fate(utf8Encode(text))).toBe(code);
  });

  test('every member that is missing or of another type is refused, whatever else is there', () => {
    const content = withoutChecksum(compactText);
    const wrongly: string[] = [];
    for (const key of Object.keys(content)) {
      for (const value of [undefined, true, 7, 'x', [1], { x: 1 }]) {
        if (fate(utf8Encode(JSON.stringify({ ...content, [key]: value }))) !== 'accepted') continue;
        wrongly.push(`${key}=${JSON.stringify(value)}`);
      }
    }
    // A path is any text, a scenario any object: what is in them is judged by those who use them.
    expect(wrongly).toEqual(['scenario={"x":1}', 'scenario_path="x"']);
  });
});

test('blanks and the order of keys are not protected, everything else is', () => {
  const { checksum, ...content } = JSON.parse(compactText);
  const reversed = Object.fromEntries(Object.entries({ ...content, checksum }).toReversed());
  expect(fate(utf8Encode(JSON.stringify(reversed, undefined, 7)))).toBe('accepted');
  expect(fate(utf8Encode(JSON.stringify({ ...content, checksum, extra: 1 })))).toBe('trace_checksum');
  expect(fate(utf8Encode(JSON.stringify({ ...content, checksum: checksum.toUpperCase() })))).toBe('trace_checksum');
  expect(fate(utf8Encode(JSON.stringify({ ...content, checksum: null })))).toBe('trace_checksum');
  expect(fate(utf8Encode(JSON.stringify(content)))).toBe('accepted');
});
