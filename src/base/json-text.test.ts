import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonNode } from './json-text.ts';
import { parseJson, parseJsonValue, toJson } from './json-text.ts';
import { JSON_DEPTH_MAX, JSON_INTEGER_DIGITS_MAX } from './limits.ts';

function rootOf(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`${parsed.offset}: ${parsed.message}`);
  return parsed.root;
}

/** Both readers must refuse at the same place with the same words. */
function refusal(text: string): string {
  const [fromNodes, fromValue] = [parseJson(text), parseJsonValue(text)].map((parsed) =>
    parsed.ok ? 'accepted' : `${parsed.offset}: ${parsed.message}`,
  );
  expect(fromValue).toBe(fromNodes);
  return fromNodes ?? '';
}

describe('valid texts', () => {
  test('both readers agree with JSON.parse in all but long integers, with and without blanks', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2, '\t'), (compact, indent) => {
        const text = JSON.stringify(JSON.parse(compact), null, indent);
        const expected: unknown = JSON.parse(text, (_, value: unknown) => exactInteger(value));
        expect(toJson(rootOf(text))).toEqual(expected);
        expect(parseJsonValue(text)).toEqual({ ok: true, value: expected });
      }),
    );
  });

  test('every text of a few characters is accepted exactly when JSON.parse accepts it', () => {
    const character = fc.constantFrom(...'{}[]":,-+.0123eE\\untrfalse \n\u0001'.split(''));
    fc.assert(
      fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
        const text = characters.join('');
        expect(parseJson(text).ok).toBe(acceptedByHost(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('integers keep every digit beyond the safe range', () => {
    const text = '[9007199254740991, 9007199254740992, -9007199254740993, 18446744073709551615, 1e3, -0]';
    const value = [9007199254740991, 9007199254740992n, -9007199254740993n, 18446744073709551615n, 1000, -0];
    expect(parseJsonValue(text)).toEqual({ ok: true, value });
    expect(toJson(rootOf(text))).toEqual(value);
  });

  test('a number node keeps its text, so that 1.0 can be told from 1', () => {
    expect(rootOf(' 1.0 ')).toEqual({ kind: 'number', start: 1, end: 4, raw: '1.0', value: 1 });
  });

  test('nodes and keys know where they stand', () => {
    const text = '{ "a\\n": [true, null],\n "b": {} }';
    const root = rootOf(text);
    if (root.kind !== 'object') throw new Error(root.kind);
    expect(text.slice(root.start, root.end)).toBe(text);
    expect(
      root.members.map(({ key, keyStart, keyEnd, value }) => [key, text.slice(keyStart, keyEnd), text.slice(value.start, value.end)]),
    ).toEqual([
      ['a\n', '"a\\n"', '[true, null]'],
      ['b', '"b"', '{}'],
    ]);
  });

  test('escapes of every kind become their characters', () => {
    expect(parseJsonValue('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\ude00 end"')).toEqual({ ok: true, value: '"\\/\b\f\n\r\té😀 end' });
  });

  test('__proto__ is a member like any other', () => {
    const text = '{"__proto__": {"polluted": 1}, "toString": 2}';
    const parsed = parseJsonValue(text);
    for (const value of [toJson(rootOf(text)), parsed.ok && parsed.value]) {
      expect(Object.keys(Object(value))).toEqual(['__proto__', 'toString']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });
});

describe('refused texts', () => {
  test.each([
    ['', '0: expected a value, found the end of the text'],
    ['\uFEFF{}', '0: the text starts with a byte order mark; save the file as UTF-8 without one'],
    ['[1, 2,]', '5: trailing comma'],
    ['{"a": 1,\n}', '7: trailing comma'],
    ['{"a" 1}', '5: expected ":" after the key, found "1"'],
    ['{a: 1}', '1: expected a key in double quotes, found "a"'],
    ["['a']", '1: expected a value, found "\'"'],
    ['{"a": 1 "b": 2}', '8: expected "," or "}", found "\\""'],
    ['[1 // one\n]', '3: JSON has no comments'],
    ['/* x */ 1', '0: JSON has no comments'],
    ['1 2', '2: expected the end of the text after the value, found "2"'],
    ['tru', '0: expected a value, found "t"'],
    ['"abc', '0: the string is not closed'],
    ['"abc\\', '4: the string is not closed'],
    ['"a\nb"', '2: control character in a string; write it as \\n'],
    ['"\\x41"', '1: unknown escape "\\\\x"'],
    ['"\\u12g4"', '1: \\u needs four hexadecimal digits'],
    ['01', '0: a number must not start with 0'],
    ['-', '1: expected a digit, found the end of the text'],
    ['1.', '2: expected a digit, found the end of the text'],
    ['1ex', '2: expected a digit, found "x"'],
    ['+1', '0: expected a value, found "+"'],
    ['NaN', '0: expected a value, found "N"'],
    ['1e999', '0: the number is too large'],
  ])('%j says what is wrong and where', (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  test('nesting is accepted up to the limit and refused beyond, however deep', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(refusal(nested(JSON_DEPTH_MAX))).toBe('accepted');
    expect(refusal(nested(JSON_DEPTH_MAX + 1))).toBe(`${JSON_DEPTH_MAX}: nested deeper than ${JSON_DEPTH_MAX} levels`);
    expect(refusal('{"a":['.repeat(500_000))).toContain('nested deeper');
  });

  test('siblings do not add up to depth', () => {
    expect(parseJson(`[${Array.from({ length: 1000 }, () => '[{}]').join(',')}]`).ok).toBe(true);
  });

  test('an integer has a bounded number of digits', () => {
    expect(refusal('9'.repeat(JSON_INTEGER_DIGITS_MAX + 1))).toContain('0: an integer of more than');
    expect(parseJsonValue('9'.repeat(JSON_INTEGER_DIGITS_MAX)).ok).toBe(true);
  });

  test('a repeated key stays in the members and is an error for the value reader', () => {
    const text = '{"a": 1, "b": 2, "a": 3}';
    const root = rootOf(text);
    expect(root.kind === 'object' && root.members.map((member) => member.key)).toEqual(['a', 'b', 'a']);
    expect(parseJsonValue(text)).toEqual({ ok: false, offset: 17, message: 'repeated key "a"' });
    expect(parseJsonValue('{"__proto__": 1, "__proto__": 2}')).toMatchObject({ ok: false, offset: 17 });
  });
});

/** JSON.stringify writes integers below 1e21 as digits, so we read the unsafe ones among them as bigint. */
function exactInteger(value: unknown): unknown {
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
  return isLong ? BigInt(String(value)) : value;
}

function acceptedByHost(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return value !== Number.POSITIVE_INFINITY;
  } catch {
    return false;
  }
}
