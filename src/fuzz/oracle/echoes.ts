/**
 * What a message repeats of the input it is about: `unexpected foo` is the same failure as `unexpected bar`. Words that stand in the program as they are
 * belong to the message, whatever the input holds; of the rest, what stands in the input is a repetition.
 */
const LITERAL_MIN = 3;
/** A literal without words, such as the signs a parser knows, says nothing about who wrote what looks like it. */
const WORD = /\p{L}{2}/u;
const TEXTS_MAX = 64;
const DEPTH_MAX = 4;

export interface Echoed {
  /** Texts of the input. */
  readonly inputs: readonly string[];
  /** Texts of the program, as they are written in it. */
  readonly literals: readonly string[];
}

/** The message with everything it repeats replaced by an ellipsis. */
export function withoutEchoes(message: string, { inputs, literals }: Echoed): string {
  if (message !== '' && inputs.includes(message)) return '…';
  const isWritten = writtenParts(message, literals);
  disown(message, isWritten, inputs);
  // Nothing is known about words of the engine or of packages.
  if (!isWritten.includes(1)) return message;
  let blanked = '';
  for (let at = 0; at < message.length; ) {
    let end = at + 1;
    while (end < message.length && isWritten[end] === isWritten[at]) end += 1;
    const part = message.slice(at, end);
    blanked += isWritten[at] === 1 ? part : partWithout(part, inputs);
    at = end;
  }
  return blanked.replace(/\s*…(?:\s*…)*\s*/gu, '…');
}

/** Without inputs of several lines: their own lines may look like ones that point at something. */
export function withoutLines(message: string, { inputs }: Echoed): string {
  const repeated = inputs.filter((input) => input.includes('\n') && input.trim() !== '');
  return repeated.reduce((left, input) => left.replaceAll(input, '…'), message);
}

function partWithout(part: string, inputs: readonly string[]): string {
  // What has a digit in it may be a repetition or not, or was made of one, and is blanked in either case: so that nobody can tell, in the same way.
  const isEcho = (text: string): boolean => /\d/u.test(text) || inputs.some((input) => input.includes(text));
  if (inputs.some((input) => input.includes(part))) return '…';
  const whole = part.trim();
  if (whole === '') return part;
  const quoted = /^(?<quote>["'`])(?<text>[^]*)\k<quote>$/u.exec(whole)?.groups?.['text'];
  if (inputs.some((input) => input.includes(quoted ?? whole))) return part.replace(whole, () => '…');
  return part.replace(/\S+/gu, (word) => {
    if (isEcho(word)) return '…';
    const bare = word.replace(/^[([{<]+|[)\]}>:;,.]+$/gu, '');
    return bare !== '' && isEcho(bare) ? word.replace(bare, () => '…') : word;
  });
}

/** For every unit of the message whether it comes from a text of the program. */
function writtenParts(message: string, literals: readonly string[]): Uint8Array {
  const written = new Uint8Array(message.length);
  for (const literal of literals) {
    if (literal.length < LITERAL_MIN || !WORD.test(literal)) continue;
    for (let at = message.indexOf(literal); at >= 0; at = message.indexOf(literal, at + 1)) written.fill(1, at, at + literal.length);
  }
  return written;
}

/** A word that is written in part only and stands in the input as a whole comes from there, however much it looks like one of the program. */
function disown(message: string, isWritten: Uint8Array, inputs: readonly string[]): void {
  for (const { 0: word, index } of message.matchAll(/\S+/gu)) {
    const end = index + word.length;
    const isPart = isWritten.subarray(index, end).includes(0) && isWritten.subarray(index, end).includes(1);
    if (isPart && inputs.some((input) => input.includes(word))) isWritten.fill(0, index, end);
  }
}

/** All texts in the arguments of a call. */
export function textsIn(values: readonly unknown[]): readonly string[] {
  const texts: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (texts.length >= TEXTS_MAX || depth > DEPTH_MAX) return;
    if (typeof value === 'string') texts.push(value);
    else if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
    else if (Array.isArray(value)) for (const each of value) visit(each, depth + 1);
    else if (isPlainObject(value))
      for (const [key, each] of Object.entries(value)) {
        texts.push(key);
        visit(each, depth + 1);
      }
  };
  visit(values, 0);
  return texts;
}

/** Anything else may run code when it is looked at. */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
