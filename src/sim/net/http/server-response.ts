/** `http.ServerResponse`: Node's own, with the date of its machine. */
import http from 'node:http';
import { current } from '../../active.ts';
import { speakInWords } from './speak.ts';
import { withMachineDate } from './machine-date.ts';

export class ServerResponse extends http.ServerResponse {}

type StoreHeader = (this: http.ServerResponse & { _header: string }, firstLine: string, headers: unknown) => void;
const storeHeader: StoreHeader = Reflect.get(http.ServerResponse.prototype, '_storeHeader');

Object.defineProperty(ServerResponse.prototype, '_storeHeader', {
  value: function storeHeaderWithDate(this: http.ServerResponse & { _header: string }, firstLine: string, headers: unknown): void {
    storeHeader.call(this, firstLine, headers);
    if (this.sendDate && !namesDate(headers)) this['_header'] = withMachineDate(this['_header'], current());
  },
  writable: true,
  configurable: true,
});

speakInWords(ServerResponse);

/** Whether the headers that were just stored bring a date of their own: a list of pairs, a flat list, or an object. */
function namesDate(headers: unknown): boolean {
  if (typeof headers !== 'object' || headers === null) return false;
  const names: readonly unknown[] = Array.isArray(headers) ? headers.flat() : Object.keys(headers);
  return names.some((name) => typeof name === 'string' && name.length === 4 && name.toLowerCase() === 'date');
}
