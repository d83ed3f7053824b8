/** `node:net` on the simulated network. */
import realNet from 'node:net';
import { current } from '../active.ts';
import type { Part } from '../machine.ts';
import { begunBy, callable } from '../net/callable.ts';
import { connect } from '../net/connect.ts';
import { isCallback, isObject } from '../net/connect-arguments.ts';
import { Server } from '../net/server.ts';
import { Socket } from '../net/socket.ts';
import { invalidArgType } from '../node-error.ts';

const SimSocket = callable(Socket, 'net.Socket');
const SimServer = callable(Server, 'net.Server', begunBy(realNet.Server));

/** Kept for whoever asks; names have one address per family here, so there is nothing to select. */
const defaultsPart: Part<{ autoSelectFamily: boolean; attemptTimeoutMs: number }> = {
  name: 'net defaults',
  create: () => ({ autoSelectFamily: true, attemptTimeoutMs: 250 }),
};

function createServer(options?: unknown, listener?: unknown): Server {
  const onConnection = isCallback(options) ? options : listener;
  if (options !== undefined && options !== null && !isCallback(options) && !isObject(options)) {
    throw invalidArgType('options', 'of type object', options);
  }
  const server = new Server(isObject(options) ? options : {});
  if (isCallback(onConnection)) server.on('connection', onConnection);
  return server;
}

const { isIP, isIPv4, isIPv6, BlockList, SocketAddress } = realNet;

export const simNet = {
  Server: SimServer,
  Socket: SimSocket,
  Stream: SimSocket,
  createServer,
  connect,
  createConnection: connect,
  isIP,
  isIPv4,
  isIPv6,
  BlockList,
  SocketAddress,
  getDefaultAutoSelectFamily: () => current().part(defaultsPart).autoSelectFamily,
  setDefaultAutoSelectFamily: (value: boolean) => {
    current().part(defaultsPart).autoSelectFamily = value;
  },
  getDefaultAutoSelectFamilyAttemptTimeout: () => current().part(defaultsPart).attemptTimeoutMs,
  setDefaultAutoSelectFamilyAttemptTimeout: (value: number) => {
    current().part(defaultsPart).attemptTimeoutMs = value;
  },
};
