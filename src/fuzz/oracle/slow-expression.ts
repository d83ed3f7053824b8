/**
 * Texts that make a regular expression try everything. What can be repeated in the pattern is repeated, between something that leads there
 * and something that is refused; a text counts only if the expression takes long for it here and now.
 */
import { FuzzRandom } from '../input/fuzz-random.ts';
import { type PatternNode, readPattern } from '../input/regex-pattern.ts';

const SLOW_MS = 4;
/** In small steps: what grows exponentially would never come back from a large one. */
const LENGTHS = Array.from({ length: 35 }, (_each, step) => Math.round(16 * 1.22 ** step));
const PUMPS_MAX = 24;
const LEADS_MAX = 4;
const ENDS = ['', '\u0000', '!', 'x', '\n'];
const BUDGET_MS = 120;
/** Repetitions beyond this are as good as unlimited. */
const MANY = 16;
const PROBES = 'a0 -_.,:;/\\"\'<>=+*?!@#$%&()[]{}|~^`A\n\t\r\u001b\u009b\u00e9\u4e2d';

/** None for an expression that is quick with everything that was tried. */
export function slowTextsFor(expression: RegExp, sizeMax: number, now: () => number): readonly string[] {
  const found: string[] = [];
  let attempts: readonly Attempt[];
  let tried: RegExp;
  try {
    attempts = attemptsOn(expression);
    tried = new RegExp(expression.source, expression.flags.replace('y', ''));
  } catch {
    return [];
  }
  const startMs = now();
  for (const attempt of attempts) {
    if (found.length >= 3 || now() - startMs > BUDGET_MS) break;
    for (const length of LENGTHS) {
      if (length > sizeMax) break;
      const text = written(attempt, length);
      const beganMs = now();
      // One that looks for every match goes on behind the first.
      if (tried.global) text.replace(tried, '');
      else tried.test(text);
      if (now() - beganMs < SLOW_MS) continue;
      found.push(text);
      break;
    }
  }
  return found;
}

interface Attempt {
  readonly lead: string;
  readonly pump: string;
  readonly end: string;
}

function written({ lead, pump, end }: Attempt, length: number): string {
  return lead + pump.repeat(Math.max(1, Math.floor((length - lead.length - end.length) / pump.length))) + end;
}

function attemptsOn(expression: RegExp): readonly Attempt[] {
  const writer = new PatternWriter(expression);
  const pattern = readPattern(expression.source);
  const repeats = writer.repeatsIn(pattern);
  const pumps = new Set<string>();
  for (const { inner } of repeats) for (const text of writer.textsOf(inner)) if (text !== '' && text.length <= MANY) pumps.add(text);
  const leads = new Set(['', 'x', ...repeats.map(({ lead }) => lead)].slice(0, LEADS_MAX));
  const list: Attempt[] = [];
  for (const pump of [...pumps].slice(0, PUMPS_MAX)) {
    for (const lead of leads) for (const end of ENDS) list.push({ lead, pump, end });
  }
  return list;
}

/** Writes texts that parts of a pattern accept. */
class PatternWriter {
  readonly #flags: string;
  readonly #classes = new Map<string, readonly string[]>();
  readonly #random: FuzzRandom;

  constructor({ flags, source }: RegExp) {
    this.#flags = flags.replace(/[gymd]/gu, '');
    this.#random = FuzzRandom.of({ hi: 0, lo: 0 }, source);
  }

  /** Every part that may be repeated without end, with a shortest text that leads to it. */
  repeatsIn(node: PatternNode, lead = ''): readonly { readonly inner: PatternNode; readonly lead: string }[] {
    switch (node.type) {
      case 'repeat': {
        const inside = this.repeatsIn(node.inner, lead);
        return node.most > MANY ? [{ inner: node.inner, lead }, ...inside] : inside;
      }
      case 'group':
        return this.repeatsIn(node.inner, lead);
      case 'either':
        return node.options.flatMap((option) => this.repeatsIn(option, lead));
      case 'sequence': {
        let before = lead;
        return node.parts.flatMap((part) => {
          const found = this.repeatsIn(part, before);
          before += this.#text(part, 0);
          return found;
        });
      }
      default:
        return [];
    }
  }

  /** A few different ones. */
  textsOf(node: PatternNode): readonly string[] {
    if (node.type === 'class') return this.#membersOf(node.source);
    return [...new Set(Array.from({ length: 6 }, (_each, round) => this.#text(node, round)))];
  }

  /** The plainest in round 0, others later. */
  #text(node: PatternNode, round: number): string {
    switch (node.type) {
      case 'text':
        return node.text;
      case 'class': {
        const members = this.#membersOf(node.source);
        return members[round === 0 ? 0 : this.#random.below(Math.max(1, members.length))] ?? '';
      }
      case 'sequence':
        return node.parts.map((part) => this.#text(part, round)).join('');
      case 'either':
        return this.#text(node.options[round % node.options.length] ?? { type: 'text', text: '' }, round);
      case 'group':
        return this.#text(node.inner, round);
      case 'repeat': {
        const extra = round === 0 ? 0 : this.#random.below(2);
        const times = Math.min(node.most, Math.max(node.least, round > 0 && node.least === 0 ? 1 : 0) + extra);
        return Array.from({ length: Math.min(times, MANY) }, () => this.#text(node.inner, round)).join('');
      }
      case 'reference':
        return '';
    }
  }

  #membersOf(source: string): readonly string[] {
    let members = this.#classes.get(source);
    if (members === undefined) {
      const one = new RegExp(`^(?:${source})$`, this.#flags);
      members = Array.from(PROBES).filter((point) => one.test(point));
      this.#classes.set(source, members);
    }
    return members.slice(0, 8);
  }
}
