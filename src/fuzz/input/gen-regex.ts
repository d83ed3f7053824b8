/**
 * Texts that match a regular expression. The pattern is read into what it can produce; what narrows it from the side (lookarounds, word
 * boundaries, anchors in the middle) is left to the expression itself, which every text has to pass in the end.
 */
import { alphabetNamed, anyText, type Alphabet, listedAlphabet } from './alphabet.ts';
import { Gen } from './gen.ts';
import { readPattern, type PatternNode } from './regex-pattern.ts';
import { labelOf } from './labels.ts';
import { Rejected, type Tape } from './tape.ts';

/** Repetitions beyond the least ones where the pattern has no limit. */
const REPEAT_EXTRA = 8;
const TRIES = 50;
const REPEAT = labelOf('repetition');

export class RegexGen extends Gen<string> {
  readonly #pattern: PatternNode;
  readonly #accepts: (text: string) => boolean;
  readonly #classes = new Map<string, Alphabet>();
  readonly #source: RegExp;

  constructor(source: RegExp) {
    super();
    this.#source = source;
    this.#pattern = readPattern(source.source);
    const whole = new RegExp(source.source, source.flags.replace(/[gy]/gu, ''));
    this.#accepts = (text) => whole.test(text);
  }

  draw(tape: Tape): string {
    const { length, spanCount } = tape;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const text = this.#write(tape, this.#pattern, new Map());
      if (this.#accepts(text)) return text;
      tape.rewind(length, spanCount);
    }
    throw new Rejected(`g.regex: no text found that matches ${String(this.#source)}`);
  }

  #write(tape: Tape, node: PatternNode, groups: Map<string, string>): string {
    switch (node.type) {
      case 'text':
        return node.text;
      case 'class':
        return tape.text(1, 1, this.#alphabetOf(node.source));
      case 'sequence':
        return node.parts.map((part) => this.#write(tape, part, groups)).join('');
      case 'either': {
        const chosen = node.options[tape.index(node.options.length)];
        return chosen === undefined ? '' : this.#write(tape, chosen, groups);
      }
      case 'group': {
        const text = this.#write(tape, node.inner, groups);
        for (const name of node.names) groups.set(name, text);
        return text;
      }
      case 'reference':
        return groups.get(node.name) ?? '';
      case 'repeat': {
        const most = Math.min(node.most, node.least + REPEAT_EXTRA);
        let text = '';
        for (let count = 0; count < most; count += 1) {
          tape.open(REPEAT);
          const goesOn = count < node.least || tape.boolean(0.6);
          if (goesOn) text += this.#write(tape, node.inner, groups);
          tape.close();
          if (!goesOn) break;
        }
        return text;
      }
    }
  }

  /** The characters of a class, found by asking the class. */
  #alphabetOf(source: string): Alphabet {
    const known = this.#classes.get(source);
    if (known !== undefined) return known;
    const one = new RegExp(`^(?:${source})$`, this.#source.flags.replace(/[gymd]/gu, ''));
    const narrow = probes.filter((point) => one.test(point));
    const points = narrow.length > 0 ? narrow : wideProbes().filter((point) => one.test(point));
    if (points.length === 0) throw new RangeError(`g.regex: no character matches ${source}`);
    const made = points.length === probes.length ? anyText : listedAlphabet(points);
    this.#classes.set(source, made);
    return made;
  }
}

const ascii = alphabetNamed('ascii');
const strange = Array.from('\n\r\t\v\f\0\u00a0\u2028\u2029\ufeffäßéÅñπ中한😀');
const probes = [...Array.from({ length: 95 }, (_each, rank) => ascii.at(rank) ?? ''), ...strange];

/** Every character of the basic plane; only for classes that hold none of the usual ones. */
function wideProbes(): readonly string[] {
  return Array.from({ length: 0x10000 }, (_each, code) => String.fromCharCode(code));
}
