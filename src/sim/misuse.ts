/** Errors by which Node itself says that an API was used wrongly; uncaught, they are findings with a name of their own. */
import { isError } from './value-kinds.ts';

const TITLES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'port_conflict',
  ERR_STREAM_WRITE_AFTER_END: 'write_after_end',
  ERR_STREAM_PUSH_AFTER_EOF: 'write_after_end',
  ERR_STREAM_ALREADY_FINISHED: 'write_after_end',
  ERR_HTTP_HEADERS_SENT: 'write_after_end',
  ERR_STREAM_DESTROYED: 'use_after_close',
  ERR_SOCKET_CLOSED: 'use_after_close',
  ERR_SERVER_NOT_RUNNING: 'use_after_close',
  ERR_IPC_CHANNEL_CLOSED: 'use_after_close',
  EBADF: 'use_after_close',
  ERR_MULTIPLE_CALLBACK: 'double_callback',
};

export function titleOfMisuse(error: unknown): string | undefined {
  const code: unknown = isError(error) ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? TITLES[code] : undefined;
}
