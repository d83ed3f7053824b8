import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteSink } from './byte-sink.ts';

describe('a byte sink', () => {
  test('keeps exactly the first bytes of any stream, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { maxLength: 5 }), fc.nat(300_000), (sizes, bytesMax) => {
        const sink = new ByteSink(bytesMax);
        const chunks = sizes.map((size, at) => Buffer.alloc(size, `chunk ${at} `));
        for (const chunk of chunks) sink.push(chunk);
        const all = Buffer.concat(chunks);
        expect(sink.bytes().equals(all.subarray(0, bytesMax))).toBe(true);
        expect(sink.exceeded).toBe(all.length > bytesMax);
      }),
    );
  });

  test('accepts a stream that ends exactly at the limit and refuses the byte after it', () => {
    const sink = new ByteSink(4);
    expect(sink.push(Buffer.from('abcd'))).toBe(true);
    expect(sink.push(Buffer.from('e'))).toBe(false);
    expect(sink.text()).toBe('abcd');
  });

  test('shows 2 KiB of a stream and never half a character', () => {
    const sink = new ByteSink(10_000);
    sink.push(Buffer.from(`x${'ä'.repeat(4000)}`));
    expect(sink.excerpt()).toBe(`x${'ä'.repeat(1023)}`);
  });

  test('replaces what is not UTF-8', () => {
    const sink = new ByteSink(10);
    sink.push(Buffer.from([0x61, 0xff, 0x62]));
    expect(sink.text()).toBe('a\ufffdb');
  });
});
