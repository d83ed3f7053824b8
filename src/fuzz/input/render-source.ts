/**
 * Values as source text: what a person reads in a failure and what a regression test is written with. Evaluating the text gives an equal
 * value again for everything generators make; what has no source, such as a function of somebody else, is named in a comment.
 */
import { answersOf } from './functions.ts';
import { isPlainIdentifier, needsEscape } from './source-words.ts';
import { type StreamParts, streamParts } from './streams.ts';

const WIDTH = 100;

export function sourceOf(value: unknown, indent = ''): string {
  return write(value, indent, []);
}

/** Arguments of a call, on one line where they fit. */
export function sourceOfArgs(args: readonly unknown[], indent = ''): string {
  return join(
    '',
    args.map((arg) => write(arg, `${indent}  `, [])),
    '',
    indent,
  );
}

export function quoted(text: string): string {
  let out = "'";
  for (const point of text) out += needsEscape(point) ? escaped(point) : point;
  return `${out}'`;
}

function escaped(point: string): string {
  const known = ESCAPES[point];
  if (known !== undefined) return known;
  const code = point.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

function write(value: unknown, indent: string, above: readonly object[]): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return `Symbol(${value.description === undefined ? '' : quoted(value.description)})`;
    case 'function':
      return writeFunction(value, indent, above);
    case 'object':
      return value === null ? 'null' : writeObject(value, indent, above);
    default:
      return String(value);
  }
}

function writeFunction(value: { readonly name: string }, indent: string, above: readonly object[]): string {
  const answers = answersOf(value);
  if (answers === undefined) return `/* ${value.name === '' ? 'a function' : `function ${value.name}`} */ () => {}`;
  const written = answers.map((each) => write(each, indent, above));
  const [only = ''] = written;
  if (written.length === 1) return `() => ${only.startsWith('{') ? `(${only})` : only}`;
  return `((asked, answers) => () => answers[asked++ % answers.length])(0, [${written.join(', ')}])`;
}

function writeObject(value: object, indent: string, above: readonly object[]): string {
  if (above.includes(value)) return '/* circular */ null';
  const path = [...above, value];
  const inner = `${indent}  `;
  const part = (each: unknown): string => write(each, inner, path);
  const stream = streamParts(value);
  if (stream !== undefined) return writeStream(stream, part, indent);
  if (Array.isArray(value)) return join('[', Array.from(value, part), ']', indent);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'new Date(NaN)' : `new Date('${value.toISOString()}')`;
  if (value instanceof RegExp) return String(value);
  if (value instanceof URL) return `new URL(${quoted(value.href)})`;
  if (value instanceof Map)
    return wrapped(
      'new Map',
      [...value].map(([key, each]) => `[${part(key)}, ${part(each)}]`),
      indent,
    );
  if (value instanceof Set) return wrapped('new Set', [...value].map(part), indent);
  if (ArrayBuffer.isView(value)) return writeView(value);
  if (value instanceof ArrayBuffer) return `${writeView(new Uint8Array(value))}.buffer`;
  if (value instanceof Error) return `new ${value.name}(${quoted(value.message)})`;
  return writeRecord(value, indent, part);
}

function writeStream({ kind, isCut, pieces }: StreamParts, part: (each: unknown) => string, indent: string): string {
  const list = join('[', pieces.map(part), ']', indent);
  if (kind === 'web') return `ReadableStream.from(${list})`;
  if (kind === 'iterable') return `(async function* () { yield* ${list}; })()`;
  return `Readable.from(${list}${isCut ? ', { objectMode: false }' : ''})`;
}

function wrapped(maker: string, items: readonly string[], indent: string): string {
  return items.length === 0 ? `${maker}()` : `${maker}(${join('[', items, ']', indent)})`;
}

function writeView(view: ArrayBufferView): string {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  if (Buffer.isBuffer(view)) return `Buffer.from('${bytes.toString('base64')}', 'base64')`;
  if (view instanceof DataView) return `new DataView(${writeView(new Uint8Array(bytes))}.buffer)`;
  // Every other view is a typed array, whose elements can be walked.
  const items = Array.from(view as Uint8Array, (item: unknown) => write(item, '', []));
  const { name } = view.constructor;
  return view instanceof Uint8Array && bytes.length > 64
    ? `Uint8Array.from(Buffer.from('${bytes.toString('base64')}', 'base64'))`
    : `${name}.of(${items.join(', ')})`;
}

function writeRecord(value: object, indent: string, part: (each: unknown) => string): string {
  const entries = Reflect.ownKeys(value).map((key) => `${keyOf(key)}: ${part(Reflect.get(value, key))}`);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return `Object.assign(Object.create(null), ${join('{', entries, '}', indent)})`;
  const maker: unknown = Reflect.get(value, 'constructor');
  const isPlain = prototype === Object.prototype || typeof maker !== 'function' || maker.name === 'Object';
  return `${isPlain || typeof maker !== 'function' ? '' : `/* ${maker.name} */ `}${join('{', entries, '}', indent)}`;
}

function keyOf(key: string | symbol): string {
  if (typeof key === 'symbol') return `[${write(key, '', [])}]`;
  // Written plainly it would set the prototype instead of making a property.
  if (key === '__proto__') return "['__proto__']";
  return isPlainIdentifier(key) ? key : quoted(key);
}

function join(open: string, items: readonly string[], close: string, indent: string): string {
  const space = open === '{' && items.length > 0 ? ' ' : '';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (items.length === 0 || (line.length + indent.length <= WIDTH && !line.includes('\n'))) return line;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`;
}
