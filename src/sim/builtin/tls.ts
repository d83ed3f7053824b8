/** `node:tls`: a simulated handshake; certificates are those of simulated machines, and errors come from faults. */
import tls from 'node:tls';
import { callable } from '../net/callable.ts';
import { tlsConnect } from '../net/tls/tls-connect.ts';
import { TlsServer } from '../net/tls/tls-server.ts';
import { TLSSocket } from '../net/tls/tls-socket.ts';

/** Keys and certificates are not read; whoever asks for a context gets an object to pass on. */
class SecureContext {
  readonly context = {};
}

const { checkServerIdentity, convertALPNProtocols, getCiphers, rootCertificates, CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } =
  // Reason for the cast: convertALPNProtocols has no type.
  tls as typeof tls & { readonly convertALPNProtocols: unknown };
const { DEFAULT_CIPHERS, DEFAULT_ECDH_CURVE, DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION } = tls;

export const simTls = {
  CLIENT_RENEG_LIMIT,
  CLIENT_RENEG_WINDOW,
  DEFAULT_CIPHERS,
  DEFAULT_ECDH_CURVE,
  DEFAULT_MAX_VERSION,
  DEFAULT_MIN_VERSION,
  checkServerIdentity,
  convertALPNProtocols,
  getCiphers,
  rootCertificates,
  SecureContext,
  Server: callable(TlsServer, 'tls.Server'),
  TLSSocket: callable(TLSSocket, 'tls.TLSSocket'),
  connect: tlsConnect,
  createSecureContext: () => new SecureContext(),
  createServer: (...args: unknown[]) => new TlsServer(...args),
};
