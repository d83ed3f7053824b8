/** Texts of the named formats that schemas know. */
import { ArrayGen, TupleGen } from '../input/gen-collection.ts';
import type { Gen } from '../input/gen.ts';
import { RegexGen } from '../input/gen-regex.ts';
import { BytesGen, IntegerGen } from '../input/gen-scalar.ts';
import { DateGen, DomainGen, EmailGen, UrlGen, UuidGen } from '../input/gen-web.ts';

/** Years of four digits, which is what most readers of such texts expect. */
const dates = new DateGen({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') });
const byte = new IntegerGen({ min: 0, max: 255 });
const group = new IntegerGen({ min: 0, max: 0xffff });
const ipv4 = new TupleGen([byte, byte, byte, byte] as const).map((parts) => parts.join('.'));
const ipv6 = new ArrayGen(group, { minLength: 8, maxLength: 8 }).map((parts) => parts.map((part) => part.toString(16)).join(':'));
const dateTimes = dates.map((date) => date.toISOString());

const formats: Readonly<Record<string, Gen<string>>> = {
  email: new EmailGen(),
  'idn-email': new EmailGen(),
  url: new UrlGen(),
  uri: new UrlGen(),
  iri: new UrlGen(),
  'uri-reference': new UrlGen(),
  uuid: new UuidGen(),
  guid: new UuidGen(),
  uuidv4: new UuidGen(),
  hostname: new DomainGen(),
  'idn-hostname': new DomainGen(),
  datetime: dateTimes,
  'date-time': dateTimes,
  date: dateTimes.map((text) => text.slice(0, 10)),
  time: dateTimes.map((text) => text.slice(11)),
  ipv4,
  ipv6,
  base64: new BytesGen({}).map((bytes) => Buffer.from(bytes).toString('base64')),
  base64url: new BytesGen({}).map((bytes) => Buffer.from(bytes).toString('base64url')),
  regex: new RegexGen(/^[a-z]*[+*?]?$/u),
  duration: new RegexGen(/^P(?:\d{1,3}D)?(?:T\d{1,3}[HMS])$/u),
};

/** Undefined for a format that is not known. */
export function formatGen(format: string): Gen<string> | undefined {
  return Object.hasOwn(formats, format) ? formats[format] : undefined;
}
