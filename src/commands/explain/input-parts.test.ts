import { expect, test } from 'vitest';
import { encodeText } from '../../fuzz/input/text-codec.ts';
import { partsOf } from './input-parts.ts';

test.each(['a', 'b', 'q', '0', '7', 'A', 'Z'])(
  'what stands for %o includes its like, so that any letter or digit is no exact one',
  (character) => {
    const kind = [/[a-z]/u, /[A-Z]/u, /\d/u].find((each) => each.test(character));
    const others = partsOf('string', encodeText(character)).others(0);
    expect(others.some(({ text }) => kind?.test(text) === true && text !== character)).toBe(true);
  },
);
