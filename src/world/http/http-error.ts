/** Names the class of an HTTP failure: a system or certificate code where there is one, else `protocol`. */
import { codeOf, messageOf } from '../host/failure.ts';
import type { HostError } from '../host/port.ts';

/** Parser errors, and requests that Node refuses to write, are one class: the two sides do not speak HTTP to each other. */
const protocolCode = /^(HPE_|ERR_INVALID_|ERR_HTTP_|ERR_UNESCAPED_|ERR_STREAM_)/;
const untrustedCode = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

export function httpError(thrown: unknown): HostError {
  const code = codeOf(thrown);
  const message = messageOf(thrown);
  if (code === '' || protocolCode.test(code)) return { class: 'protocol', message };
  if (untrustedCode.test(code)) return { class: code, message: `${message}; a private CA is trusted through NODE_EXTRA_CA_CERTS` };
  return { class: code, message };
}
