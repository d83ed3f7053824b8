/**
 * Date on the clock of the calling machine. It shares its prototype with the real one, so dates made anywhere, also by structuredClone,
 * are instances of it; and the prototype's constructor is replaced too while a run goes on, so no date leads back to the real clock.
 */
import { current } from '../active.ts';

const RealDate = Date;

function simDate(this: unknown, ...args: unknown[]): unknown {
  if (new.target === undefined) return new RealDate(current().wallMs()).toString();
  return Reflect.construct(RealDate, args.length === 0 ? [current().wallMs()] : args, new.target);
}

export const SimDate = Object.defineProperties(simDate, {
  name: { value: 'Date', configurable: true },
  length: { value: 7, configurable: true },
  prototype: { value: RealDate.prototype, writable: false },
  now: { value: () => current().wallMs(), writable: true, configurable: true },
  parse: { value: RealDate.parse, writable: true, configurable: true },
  UTC: { value: RealDate.UTC, writable: true, configurable: true },
});

const RealFormat = Intl.DateTimeFormat;

/** A formatter called without a date means now. */
class SimDateTimeFormat extends RealFormat {
  constructor(locales?: string | string[], options?: Intl.DateTimeFormatOptions) {
    super(locales ?? 'en-US', options);
    const format = super.format.bind(this);
    Object.defineProperty(this, 'format', { value: (date?: Date | number) => format(date ?? current().wallMs()), configurable: true });
  }

  override formatToParts(date?: Date | number): Intl.DateTimeFormatPart[] {
    return super.formatToParts(date ?? current().wallMs());
  }
}

/** Callable without `new`, as the real one is. */
export const SimIntlDateTimeFormat = new Proxy(SimDateTimeFormat, {
  apply: (Class, _self, args: []) => new Class(...args),
});
