/** The syntax of globs: when a path is one, its alternatives, and what one segment of it matches. A backslash takes a sign literally. */

/** A path without any of these is a literal: it means exactly the file of that name. */
export function isGlobPattern(path: string): boolean {
  return /[*?[\]{}]/.test(path);
}

/** More alternatives than this are a mistake, and each of them costs a walk. */
const alternativesMax = 1000;

/** `a/{b,c}/*.x` stands for `a/b/*.x` and `a/c/*.x`; braces may nest, and a brace that never closes is literal. */
export function expandBraces(pattern: string): readonly string[] {
  const braces = firstBraces(pattern);
  if (braces === undefined) return [pattern];
  const { before, alternatives, after } = braces;
  return alternatives.flatMap((alternative) => expandBraces(`${before}${alternative}${after}`)).slice(0, alternativesMax);
}

interface Braces {
  readonly before: string;
  readonly alternatives: readonly string[];
  readonly after: string;
}

function firstBraces(pattern: string): Braces | undefined {
  let depth = 0;
  let start = -1;
  let cuts: number[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') {
      if (depth === 0) [start, cuts] = [at, []];
      depth += 1;
    } else if (sign === ',' && depth === 1) cuts.push(at);
    else if (sign === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) return bracesAt(pattern, [start, ...cuts, at]);
    }
  }
  return undefined;
}

function bracesAt(pattern: string, cuts: readonly number[]): Braces {
  const [start = 0] = cuts;
  const end = cuts.at(-1) ?? pattern.length;
  const alternatives = cuts.slice(1).map((cut, index) => pattern.slice((cuts[index] ?? 0) + 1, cut));
  return { before: pattern.slice(0, start), alternatives, after: pattern.slice(end + 1) };
}

export function isLiteralSegment(segment: string): boolean {
  return !/[*?[\]]/.test(segment.replace(/\\./gs, ''));
}

export function unescapeSegment(segment: string): string {
  return segment.replace(/\\(.)/gs, '$1');
}

export function segmentPattern(segment: string): RegExp {
  let source = '';
  for (let at = 0; at < segment.length; at += 1) {
    const sign = segment[at] ?? '';
    const set = sign === '[' ? setAt(segment, at) : undefined;
    if (sign === '\\') {
      at += 1;
      source += escapeSign(segment[at] ?? '\\');
    } else if (set !== undefined) {
      source += set.source;
      at = set.end;
    } else if (sign === '*') source += '[^/]*';
    else if (sign === '?') source += '[^/]';
    else source += escapeSign(sign);
  }
  return new RegExp(`^${source}$`, 'su');
}

/** `[a-z]`, `[!a]`, `[^a]`; a closing bracket right after the opening one belongs to the set. */
function setAt(segment: string, start: number): { readonly source: string; readonly end: number } | undefined {
  const negated = segment[start + 1] === '!' || segment[start + 1] === '^';
  const from = start + (negated ? 2 : 1);
  const end = segment.indexOf(']', from + 1);
  if (end === -1) return undefined;
  const members = segment.slice(from, end).replace(/[\\\]^[&~|()/{}.*+?$]/g, String.raw`\$&`);
  const source = `[${negated ? '^' : ''}${members.startsWith('-') ? `\\${members}` : members.replace(/-$/, String.raw`\-`)}]`;
  return isPattern(source) ? { source, end } : undefined;
}

/** A range such as `z-a` is no set; its signs are then meant literally. */
function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

function escapeSign(sign: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(sign) ? `\\${sign}` : sign;
}
