/** Values with a form of their own: dates, identifiers, addresses. All of them valid; what is not valid is for `g.string`. */
import { Gen } from './gen.ts';
import { alphabetNamed } from './alphabet.ts';
import type { Tape } from './tape.ts';
import { checkRange } from './gen-scalar.ts';

const DATE_MAX = 8.64e15;

export interface DateOptions {
  readonly min?: Date;
  readonly max?: Date;
  /** Whether the invalid date may come up; not unless asked for. */
  readonly invalid?: boolean;
}

export class DateGen extends Gen<Date> {
  readonly #low: number;
  readonly #high: number;
  readonly #invalid: boolean;

  constructor({ min, max, invalid = false }: DateOptions) {
    super();
    this.#low = min?.getTime() ?? -DATE_MAX;
    this.#high = max?.getTime() ?? DATE_MAX;
    checkRange('g.date', this.#low, this.#high);
    this.#invalid = invalid;
  }

  draw(tape: Tape): Date {
    // Drawn in either case, so that the one that is none is not the simpler one.
    const time = tape.integer(this.#low, this.#high);
    return new Date(this.#invalid && tape.boolean(0.1) ? Number.NaN : time);
  }
}

export class UuidGen extends Gen<string> {
  draw(tape: Tape): string {
    const hex = Buffer.from(tape.bytes(16, 16)).toString('hex');
    const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

const nameStart = alphabetNamed('abcdefghijklmnopqrstuvwxyz');
const nameRest = alphabetNamed('abcdefghijklmnopqrstuvwxyz0123456789-');
const mailName = alphabetNamed("abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+/=?^_`{|}~-");
const pathText = alphabetNamed("abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ-._~!$&'()*+,;=:@");
const TOP_LEVEL = ['com', 'org', 'io', 'dev', 'museum', 'xn--p1ai'] as const;

function drawLabel(tape: Tape): string {
  const text = tape.text(1, 1, nameStart) + tape.text(0, 20, nameRest);
  // A hyphen may stand neither at the end nor as third and fourth character, where it announces another script.
  return text.replace(/-+$/u, '').replace(/^(..)--/u, '$1');
}

function drawDomain(tape: Tape): string {
  const labels = [drawLabel(tape)];
  while (labels.length < 3 && tape.boolean(0.25)) labels.push(drawLabel(tape));
  return `${labels.join('.')}.${TOP_LEVEL[tape.index(TOP_LEVEL.length)] ?? 'com'}`;
}

export class DomainGen extends Gen<string> {
  draw(tape: Tape): string {
    return drawDomain(tape);
  }
}

export class EmailGen extends Gen<string> {
  draw(tape: Tape): string {
    const names = [tape.text(1, 20, mailName)];
    while (names.length < 3 && tape.boolean(0.25)) names.push(tape.text(1, 10, mailName));
    return `${names.join('.')}@${drawDomain(tape)}`;
  }
}

export class UrlGen extends Gen<string> {
  draw(tape: Tape): string {
    const scheme = tape.boolean(0.25) ? 'http' : 'https';
    const host = tape.boolean(0.1) ? `[::${tape.integer(0, 0xffff).toString(16)}]` : drawDomain(tape);
    const port = tape.boolean(0.2) ? `:${tape.integer(1, 65_535)}` : '';
    let path = '';
    while (path.length < 200 && tape.boolean(0.4)) path += `/${tape.boolean(0.1) ? escapes(tape) : tape.text(0, 12, pathText)}`;
    const query = tape.boolean(0.3) ? `?${tape.text(0, 20, pathText)}` : '';
    const fragment = tape.boolean(0.2) ? `#${tape.text(0, 12, pathText)}` : '';
    return `${scheme}://${host}${port}${path}${query}${fragment}`;
  }
}

function escapes(tape: Tape): string {
  return Array.from(tape.bytes(1, 4), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
