/** `http.ServerResponse`: Node's own, with the date of its machine. */
import http from 'node:http';
import { current } from '../../active.ts';
import { describeError } from '../../describe-error.ts';
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

for (const name of ['write', 'end'] as const) {
  const real: unknown = Reflect.get(http.ServerResponse.prototype, name);
  const watched = function watched(this: ServerResponse, chunk?: unknown, encoding?: unknown, callback?: unknown): unknown {
    if (this.writableEnded && (name === 'write' || isContent(chunk))) reportLate(this, name);
    return typeof real === 'function' ? Reflect.apply(real, this, [chunk, encoding, callback]) : undefined;
  };
  Object.defineProperty(ServerResponse.prototype, name, {
    value: Object.defineProperty(watched, 'name', { value: name }),
    writable: true,
    configurable: true,
  });
}

function isContent(chunk: unknown): boolean {
  return typeof chunk === 'string' || chunk instanceof Uint8Array;
}

/** Once a response has gone out Node drops what is written to it without a word. */
function reportLate({ req }: ServerResponse, name: string): void {
  const { kernel, name: machine } = current();
  const request = `${req.method ?? ''} ${req.url ?? ''}`;
  const { stack, place } = describeError(new Error('here'));
  kernel.report({
    kind: 'target_behavior',
    title: 'write_after_end',
    message: `${machine} called ${name} of its response to ${request} after it had ended`,
    place: `${machine} ${request} ${place}`,
    stack,
  });
}

/** Whether the headers that were just stored bring a date of their own: a list of pairs, a flat list, or an object. */
function namesDate(headers: unknown): boolean {
  if (typeof headers !== 'object' || headers === null) return false;
  const names: readonly unknown[] = Array.isArray(headers) ? headers.flat() : Object.keys(headers);
  for (const name of names) if (typeof name === 'string' && name.length === 4 && name.toLowerCase() === 'date') return true;
  return false;
}
