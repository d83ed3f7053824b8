/** `node:dgram` on the simulated network. */
import { callable } from '../net/callable.ts';
import { isCallback, isObject } from '../net/connect-arguments.ts';
import { DatagramSocket } from '../net/datagram/datagram-socket.ts';
import { nodeError } from '../node-error.ts';

class Socket extends DatagramSocket {
  constructor(given: unknown, listener?: unknown) {
    const type: unknown = isObject(given) ? given['type'] : given;
    if (type !== 'udp4' && type !== 'udp6')
      throw nodeError('ERR_SOCKET_BAD_TYPE', 'Bad socket type specified. Valid types are: udp4, udp6', TypeError);
    super(type, listener);
    const signal = isObject(given) ? given['signal'] : undefined;
    if (signal instanceof AbortSignal) signal.addEventListener('abort', () => this.close(), { once: true });
  }
}

export const simDgram = {
  Socket: callable(Socket, 'dgram.Socket'),
  createSocket: (options: unknown, listener?: unknown) => new Socket(options, isCallback(listener) ? listener : undefined),
};
