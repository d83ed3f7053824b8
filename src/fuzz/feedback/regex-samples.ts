/** Texts that regular expressions accept, and nearly accept: what an expression is written for, and what makes it try everything. */
import { FuzzRandom } from '../input/fuzz-random.ts';
import { RegexGen } from '../input/gen-regex.ts';
import { Tape } from '../input/tape.ts';

const TEXT_MAX = 64;
const EXPRESSIONS_MAX = 64;
const SAMPLES = 12;
const LITERAL = /(?<=[=(,:;!&|?{}\n]\s*|return\s+)\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gu;

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

/** For every expression written in the sources: texts it accepts, and the same with an end it refuses. */
export function attacksOn(sources: Iterable<string>): { readonly texts: readonly string[]; readonly refused: readonly string[] } {
  const texts = new Set<string>();
  const refused = new Set<string>();
  let count = 0;
  for (const source of sources) {
    for (const [, pattern = '', flags = ''] of source.matchAll(LITERAL)) {
      count += 1;
      if (count > EXPRESSIONS_MAX) break;
      for (const sample of compiled(pattern, flags)) {
        texts.add(sample);
        refused.add(`${sample}!`);
      }
    }
  }
  return { texts: [...texts], refused: [...refused] };
}

function compiled(pattern: string, flags: string): readonly string[] {
  try {
    return samplesOf(new RegExp(pattern, flags));
  } catch {
    return [];
  }
}
