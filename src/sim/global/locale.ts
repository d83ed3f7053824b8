/**
 * The same time zone and language on every host: UTC and American English. Only what a caller leaves open is pinned, and only where the
 * host would answer differently, so that usually nothing has to be replaced.
 */

const LOCALE = 'en-US';
const ZONE = 'UTC';

interface LocaleMember {
  readonly target: object;
  readonly key: string;
  readonly value: unknown;
}

const hostLocale = Intl.NumberFormat().resolvedOptions().locale;

/** Methods whose first argument is the locale. */
const METHODS: readonly (readonly [object, readonly string[], number])[] = [
  [Number.prototype, ['toLocaleString'], 0],
  [BigInt.prototype, ['toLocaleString'], 0],
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], 0],
  [String.prototype, ['toLocaleLowerCase', 'toLocaleUpperCase'], 0],
  [String.prototype, ['localeCompare'], 1],
];

const FORMATS = ['NumberFormat', 'Collator', 'PluralRules', 'RelativeTimeFormat', 'ListFormat', 'Segmenter'] as const;

function pinnedMethod(original: unknown, place: number): unknown {
  if (typeof original !== 'function') return original;
  const pinned = function pinned(this: unknown, ...args: unknown[]): unknown {
    while (args.length <= place) args.push(undefined);
    args[place] ??= LOCALE;
    return Reflect.apply(original, this, args);
  };
  return Object.defineProperty(pinned, 'name', { value: original.name });
}

function pinnedClass(original: unknown): unknown {
  if (typeof original !== 'function') return original;
  const withLocale = (args: readonly unknown[]) => [args[0] ?? LOCALE, ...args.slice(1)];
  return new Proxy(original, {
    construct: (target, args: readonly unknown[], newTarget): object => Object(Reflect.construct(target, withLocale(args), newTarget)),
    apply: (target, self, args: readonly unknown[]): unknown => Reflect.apply(target, self, withLocale(args)),
  });
}

/** The long form of a date names its zone in the language of the host; the zone is always the same one. */
function pinnedZoneName(original: unknown): unknown {
  if (typeof original !== 'function') return original;
  const pinned = function pinned(this: unknown): string {
    return String(Reflect.apply(original, this, [])).replace(/\(.*\)$/u, '(Coordinated Universal Time)');
  };
  return Object.defineProperty(pinned, 'name', { value: original.name });
}

/** What has to be replaced on this host. */
export const localeMembers: readonly LocaleMember[] =
  hostLocale === LOCALE
    ? []
    : [
        ...METHODS.flatMap(([target, keys, place]) =>
          keys.map((key) => ({ target, key, value: pinnedMethod(Reflect.get(target, key), place) })),
        ),
        ...['toString', 'toTimeString'].map((key) => ({
          target: Date.prototype,
          key,
          value: pinnedZoneName(Reflect.get(Date.prototype, key)),
        })),
        ...FORMATS.map((key) => ({ target: Intl, key, value: pinnedClass(Reflect.get(Intl, key)) })),
      ];

const { env } = process;

/** From now until the returned function is called. A thread of the host cannot change its zone; there it is up to the process. */
export function pinTimeZone(): () => void {
  const before = env['TZ'];
  if (before === ZONE) return () => undefined;
  env['TZ'] = ZONE;
  return () => {
    if (before === undefined) delete env['TZ'];
    else env['TZ'] = before;
  };
}
