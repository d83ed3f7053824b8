/** What a function returned, as text that is equal for equal values; functions and the like count by their kind only. */
import { types } from 'node:util';

const DEPTH_MAX = 12;
const ITEMS_MAX = 2000;

export function valueText(value: unknown): string {
  const writer = new Writer();
  try {
    writer.write(value, 0);
  } catch (error) {
    return `${writer.text}<reading it throws ${error instanceof Error ? error.name : typeof error}>`;
  }
  return writer.text;
}

class Writer {
  text = '';
  #items = 0;
  readonly #open: object[] = [];

  write(value: unknown, depth: number): void {
    this.#items += 1;
    if (this.#items > ITEMS_MAX) return;
    if (typeof value === 'string') this.text += JSON.stringify(value);
    else if (typeof value === 'number') this.text += Object.is(value, -0) ? '-0' : String(value);
    else if (typeof value === 'bigint') this.text += `${value}n`;
    else if (typeof value !== 'object' || value === null)
      this.text += typeof value === 'boolean' || value === null ? String(value) : typeof value;
    else this.#object(value, depth);
  }

  #object(value: object, depth: number): void {
    if (this.#open.includes(value)) this.text += '<circle>';
    else if (depth >= DEPTH_MAX || types.isPromise(value) || types.isProxy(value)) this.text += '<object>';
    else {
      this.#open.push(value);
      this.#members(value, depth + 1);
      this.#open.pop();
    }
  }

  #members(value: object, depth: number): void {
    if (ArrayBuffer.isView(value)) this.text += `bytes ${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
    else if (Array.isArray(value)) this.#list('[', value, ']', depth);
    else if (value instanceof Set) this.#list('set[', [...value], ']', depth);
    else if (value instanceof Map) this.#list('map[', [...value].flat(), ']', depth);
    else if (value instanceof Date) this.text += `date ${value.getTime()}`;
    else if (value instanceof RegExp) this.text += String(value);
    else if (value instanceof Error) this.text += `${value.name} ${value.message}`;
    else this.#record(value, depth);
  }

  #list(open: string, items: readonly unknown[], close: string, depth: number): void {
    this.text += open;
    for (let index = 0; index < Math.min(items.length, ITEMS_MAX); index += 1) {
      this.write(items[index], depth);
      this.text += ',';
    }
    this.text += close;
  }

  #record(value: object, depth: number): void {
    this.text += '{';
    for (const key of Object.keys(value)) {
      this.text += `${JSON.stringify(key)}:`;
      this.write(Reflect.get(value, key), depth);
      this.text += ',';
    }
    this.text += '}';
  }
}
