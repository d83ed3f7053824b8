/** `net.connect`: a new socket that connects at once. */
import { readArguments } from './connect-arguments.ts';
import { Socket } from './socket.ts';

export function connect(...args: unknown[]): Socket {
  const { options } = readArguments(args);
  const socket = new Socket(options);
  if (typeof options.timeout === 'number') socket.setTimeout(options.timeout);
  return socket.connect(...args);
}
