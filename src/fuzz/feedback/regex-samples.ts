/** Texts that regular expressions accept, and nearly accept: what an expression is written for, and what makes it try everything. */
import { FuzzRandom } from '../input/fuzz-random.ts';
import { RegexGen } from '../input/gen-regex.ts';
import { Tape } from '../input/tape.ts';

const TEXT_MAX = 64;
const SAMPLES = 12;

/** None where the expression is beyond what can be generated. */
export function samplesOf(expression: RegExp): readonly string[] {
  const random = FuzzRandom.of({ hi: 0, lo: 0 }, expression.source);
  const tape = new Tape();
  try {
    const generator = new RegexGen(expression);
    return Array.from({ length: SAMPLES }, () => generator.draw(tape.begin({ random, sizeMax: TEXT_MAX })));
  } catch {
    return [];
  }
}

/** For every expression: texts it accepts, and the same with an end it refuses. */
export function attacksOn(expressions: readonly RegExp[]): { readonly texts: readonly string[]; readonly refused: readonly string[] } {
  const texts = [...new Set(expressions.flatMap(samplesOf))];
  return { texts, refused: texts.map((text) => `${text}!`) };
}
