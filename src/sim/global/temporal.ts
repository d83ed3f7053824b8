/** `Temporal.Now` on the clock of the calling machine and in the zone of every machine, where the host has Temporal. */
import { current } from '../active.ts';

interface Zoned {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

interface Instant {
  toZonedDateTimeISO(zone: unknown): Zoned;
}

interface TemporalLike {
  readonly Now: object;
  readonly Instant: { fromEpochMilliseconds(ms: number): Instant };
}

const ZONE = 'UTC';

/** Members of `Temporal.Now`; contexts have a Temporal each. */
export function temporalNow({ Instant }: TemporalLike): Readonly<Record<string, (...args: unknown[]) => unknown>> {
  const instant = (): Instant => Instant.fromEpochMilliseconds(current().wallMs());
  const zoned = (zone: unknown = ZONE): Zoned => instant().toZonedDateTimeISO(zone);
  return {
    instant,
    timeZoneId: () => ZONE,
    zonedDateTimeISO: (zone) => zoned(zone),
    plainDateTimeISO: (zone) => zoned(zone).toPlainDateTime(),
    plainDateISO: (zone) => zoned(zone).toPlainDate(),
    plainTimeISO: (zone) => zoned(zone).toPlainTime(),
  };
}

function isTemporal(value: unknown): value is TemporalLike {
  return typeof value === 'object' && value !== null && 'Now' in value && 'Instant' in value;
}

const hostTemporal: unknown = Reflect.get(globalThis, 'Temporal');

/** Both empty where the host has none. */
export const temporalTarget: object = isTemporal(hostTemporal) ? hostTemporal.Now : {};
export const temporalFunctions: object = isTemporal(hostTemporal) ? temporalNow(hostTemporal) : {};
