/**
 * The tokens of strict JSON (RFC 8259) over one string, shared by every reader of JSON in Fozzy so
 * that all of them accept the same texts. Mistakes are thrown as JsonSyntax, which the readers
 * turn into a value.
 */
import { digitValue } from './hex.ts';
import { JSON_DEPTH_MAX, JSON_INTEGER_DIGITS_MAX } from './limits.ts';

export class JsonSyntax extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

export const QUOTE = 0x22;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const SLASH = 0x2f;
const BYTE_ORDER_MARK = 0xfeff;
/** Up to here every integer and every intermediate sum is exact in a double. */
const EXACT_DIGITS = 15;

const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

export class JsonScanner {
  readonly text: string;
  at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) this.fail('the text starts with a byte order mark; save the file as UTF-8 without one');
  }

  fail(message: string, offset = this.at): never {
    throw new JsonSyntax(offset, message);
  }

  /** Moves past blanks; the code of the next character, NaN at the end. */
  peek(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.at += 1;
      code = text.charCodeAt(this.at);
    }
    return code;
  }

  /** Past the bracket that opens an object or an array. */
  open(): void {
    if (this.depth === JSON_DEPTH_MAX) this.fail(`nested deeper than ${JSON_DEPTH_MAX} levels`);
    this.depth += 1;
    this.at += 1;
  }

  /** Whether the container ends right here, that is, is empty. */
  closes(close: number): boolean {
    if (this.peek() !== close) return false;
    this.leave();
    return true;
  }

  /** After a member or an item: whether another one follows. */
  continues(close: number): boolean {
    const code = this.peek();
    if (code === close) {
      this.leave();
      return false;
    }
    if (code !== COMMA) this.unexpected(`"," or "${String.fromCharCode(close)}"`);
    const comma = this.at;
    this.at += 1;
    if (this.peek() === close) this.fail('trailing comma', comma);
    return true;
  }

  private leave(): void {
    this.depth -= 1;
    this.at += 1;
  }

  key(): string {
    if (this.peek() !== QUOTE) this.unexpected('a key in double quotes');
    return this.string();
  }

  colon(): void {
    if (this.peek() !== COLON) this.unexpected('":" after the key');
    this.at += 1;
  }

  end(): void {
    if (!Number.isNaN(this.peek())) this.unexpected('the end of the text after the value');
  }

  /** Past `word`, which must stand here. */
  word(word: 'true' | 'false' | 'null'): void {
    if (!this.text.startsWith(word, this.at)) this.unexpected('a value');
    this.at += word.length;
  }

  unexpected(wanted: string): never {
    const code = this.peek();
    const point = this.text.codePointAt(this.at);
    if (point === undefined) this.fail(`expected ${wanted}, found the end of the text`);
    if (code === SLASH) this.fail('JSON has no comments');
    this.fail(`expected ${wanted}, found ${JSON.stringify(String.fromCodePoint(point))}`);
  }

  /** Stands on the opening quote; leaves behind the closing one. Without escapes the text is one slice. */
  string(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) return this.escapedString(start, at);
      if (!(code >= 0x20)) this.brokenString(at);
      at += 1;
    }
    this.at = at + 1;
    return text.slice(start, at);
  }

  private escapedString(start: number, firstEscape: number): string {
    const { text } = this;
    let value = '';
    let from = start;
    let at = firstEscape;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        value += text.slice(from, at) + this.escape(at);
        at += text.charAt(at + 1) === 'u' ? 6 : 2;
        from = at;
      } else {
        if (!(code >= 0x20)) this.brokenString(at);
        at += 1;
      }
    }
    this.at = at + 1;
    return value + text.slice(from, at);
  }

  /** What the escape at `at` stands for. */
  private escape(at: number): string {
    const letter = this.text.charAt(at + 1);
    const simple = escapes.get(letter);
    if (simple !== undefined) return simple;
    if (letter !== 'u') this.fail(letter === '' ? 'the string is not closed' : `unknown escape ${JSON.stringify(`\\${letter}`)}`, at);
    let unit = 0;
    for (let digit = at + 2; digit < at + 6; digit += 1) {
      const value = digitValue(this.text.charCodeAt(digit));
      if (value < 0) this.fail('\\u needs four hexadecimal digits', at);
      unit = unit * 16 + value;
    }
    return String.fromCharCode(unit);
  }

  private brokenString(at: number): never {
    const code = this.text.charCodeAt(at);
    if (Number.isNaN(code)) this.fail('the string is not closed', this.at);
    this.fail(`control character in a string; write it as ${controlEscape(code)}`, at);
  }

  /** Stands on the first character; leaves behind the last. Integers beyond the safe range become bigint. */
  number(): number | bigint {
    const start = this.at;
    const negative = this.text.charCodeAt(start) === MINUS;
    if (negative) this.at += 1;
    const firstDigit = this.at;
    const sum = this.digits();
    const count = this.at - firstDigit;
    if (count > 1 && this.text.charCodeAt(firstDigit) === ZERO) this.fail('a number must not start with 0', firstDigit);
    const whole = !this.fraction();
    if (!whole) return this.finite(start);
    if (count <= EXACT_DIGITS) return negative ? -sum : sum;
    return this.longInteger(start, count);
  }

  /** Past at least one digit; their value, meaningless beyond EXACT_DIGITS. */
  private digits(): number {
    const { text } = this;
    let at = this.at;
    let sum = 0;
    let digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) this.unexpected('a digit');
    while (digit >= 0 && digit <= 9) {
      sum = sum * 10 + digit;
      at += 1;
      digit = text.charCodeAt(at) - ZERO;
    }
    this.at = at;
    return sum;
  }

  /** Past a fraction and an exponent; whether there was any. */
  private fraction(): boolean {
    const from = this.at;
    if (this.text.charCodeAt(this.at) === DOT) {
      this.at += 1;
      this.digits();
    }
    if ((this.text.charCodeAt(this.at) | 0x20) === 0x65) {
      this.at += 1;
      const sign = this.text.charCodeAt(this.at);
      if (sign === PLUS || sign === MINUS) this.at += 1;
      this.digits();
    }
    return this.at > from;
  }

  private finite(start: number): number {
    const value = Number(this.text.slice(start, this.at));
    if (!Number.isFinite(value)) this.fail('the number is too large', start);
    return value;
  }

  private longInteger(start: number, count: number): number | bigint {
    if (count > JSON_INTEGER_DIGITS_MAX) this.fail(`an integer of more than ${JSON_INTEGER_DIGITS_MAX} digits`, start);
    const raw = this.text.slice(start, this.at);
    const value = Number(raw);
    return Number.isSafeInteger(value) ? value : BigInt(raw);
  }
}

function controlEscape(code: number): string {
  return JSON.stringify(String.fromCharCode(code)).slice(1, -1);
}
