/** What a failed fetch rejects with: a TypeError whose cause says what happened, with the names and codes of the real one. */

export function fetchFailed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

export function terminated(cause: unknown): TypeError {
  return new TypeError('terminated', { cause });
}

interface ClientError extends Error {
  code: string;
}

function clientError(name: string, code: string, message: string): ClientError {
  const error = Object.assign(new Error(message), { code });
  // Not to be listed among its own properties.
  Object.defineProperty(error, 'name', { value: name, writable: true, configurable: true, enumerable: false });
  return error;
}

export const otherSideClosed = (): Error => clientError('SocketError', 'UND_ERR_SOCKET', 'other side closed');
export const connectTimeout = (): Error => clientError('ConnectTimeoutError', 'UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error');
export const headersTimeout = (): Error => clientError('HeadersTimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error');
export const bodyTimeout = (): Error => clientError('BodyTimeoutError', 'UND_ERR_BODY_TIMEOUT', 'Body Timeout Error');

/** Node's http client has words of its own for a peer that closed. */
export function asCause(error: unknown): unknown {
  return error instanceof Error && (error.message === 'socket hang up' || error.message === 'aborted') ? otherSideClosed() : error;
}
