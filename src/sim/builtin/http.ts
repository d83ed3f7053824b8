/** `node:http`: Node's own implementation over simulated sockets. */
import http from 'node:http';
import { begunBy, callable } from '../net/callable.ts';
import { Agent, globalAgent, setGlobalAgent } from '../net/http/agent.ts';
import { ClientRequest } from '../net/http/client-request.ts';
import { beginServer, Server } from '../net/http/server.ts';
import { ServerResponse } from '../net/http/server-response.ts';

function request(...args: unknown[]): ClientRequest {
  return new ClientRequest(...args);
}

function get(...args: unknown[]): ClientRequest {
  const made = request(...args);
  made.end();
  return made;
}

const { IncomingMessage, OutgoingMessage, METHODS, STATUS_CODES, maxHeaderSize, validateHeaderName, validateHeaderValue } = http;

export const simHttp = {
  METHODS,
  STATUS_CODES,
  Agent: callable(Agent, 'http.Agent', begunBy(http.Agent)),
  ClientRequest: callable(ClientRequest, 'http.ClientRequest'),
  IncomingMessage,
  OutgoingMessage,
  Server: callable(Server, 'http.Server', beginServer),
  ServerResponse: callable(ServerResponse, 'http.ServerResponse', begunBy(http.ServerResponse)),
  createServer: (...args: unknown[]) => new Server(...args),
  get,
  request,
  maxHeaderSize,
  validateHeaderName,
  validateHeaderValue,
  /** Parsers are shared with the host, whose limit stays as it is; a number is checked and that is all a caller can see of it. */
  setMaxIdleHTTPParsers: (count: number) => http.setMaxIdleHTTPParsers(count),
  get globalAgent() {
    return globalAgent();
  },
  set globalAgent(agent: http.Agent) {
    setGlobalAgent(agent);
  },
};
