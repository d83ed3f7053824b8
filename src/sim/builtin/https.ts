/** `node:https`: http over simulated TLS. */
import https from 'node:https';
import { begunBy, callable } from '../net/callable.ts';
import { ClientRequest, requestArguments } from '../net/http/client-request.ts';
import { globalSecureAgent, SecureAgent, setGlobalSecureAgent } from '../net/tls/secure-agent.ts';
import { beginSecureServer, SecureServer } from '../net/tls/tls-server.ts';

function request(...args: unknown[]): ClientRequest {
  const { options, callback } = requestArguments(args);
  return new ClientRequest({ ...options, _defaultAgent: globalSecureAgent() }, callback);
}

function get(...args: unknown[]): ClientRequest {
  const made = request(...args);
  made.end();
  return made;
}

export const simHttps = {
  Agent: callable(SecureAgent, 'https.Agent', begunBy(https.Agent)),
  Server: callable(SecureServer, 'https.Server', beginSecureServer),
  createServer: (...args: unknown[]) => new SecureServer(...args),
  get,
  request,
  get globalAgent() {
    return globalSecureAgent();
  },
  set globalAgent(agent: https.Agent) {
    setGlobalSecureAgent(agent);
  },
};
