/** `http.ServerResponse`: Node's own, with the date of its machine. */
import http from 'node:http';
import { current } from '../../active.ts';
import { speakInWords } from './speak.ts';
import { withMachineDate } from './machine-date.ts';
import { Socket } from '../socket.ts';
import { tellReceived, tellRespond } from './tell.ts';

/** Node's server hands over options too, which the types do not show. */
const RealResponse: new (request: http.IncomingMessage, options?: unknown) => http.ServerResponse = http.ServerResponse;

export class ServerResponse extends RealResponse {
  constructor(request: http.IncomingMessage, options?: unknown) {
    super(request, options);
    const machine = current();
    const { socket } = request;
    // Some packages make responses to requests that never travelled.
    if (machine.kernel.observed && socket instanceof Socket)
      tellReceived(machine, request.method ?? '', request.url ?? '', socket.remoteAddress ?? '');
  }
}

type StoreHeader = (this: http.ServerResponse & { _header: string }, firstLine: string, headers: unknown) => void;
const storeHeader: StoreHeader = Reflect.get(http.ServerResponse.prototype, '_storeHeader');

Object.defineProperty(ServerResponse.prototype, '_storeHeader', {
  value: function storeHeaderWithDate(this: http.ServerResponse & { _header: string }, firstLine: string, headers: unknown): void {
    storeHeader.call(this, firstLine, headers);
    const machine = current();
    if (machine.kernel.observed && this.req.socket instanceof Socket) tellRespond(machine, this.statusCode, this.req.url ?? '');
    if (this.sendDate && !namesDate(headers)) this['_header'] = withMachineDate(this['_header'], machine);
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
