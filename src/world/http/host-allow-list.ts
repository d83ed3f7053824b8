/** Decides from the URL alone whether a host may be asked, before a name is looked up or a socket opened. */
import type { HostError } from '../host/port.ts';

/** Undefined when the host is allowed; without a list every host is. */
export function hostDenial(url: URL, allowed: readonly string[] | undefined): HostError | undefined {
  if (allowed === undefined) return undefined;
  const name = url.hostname;
  const port = url.port === '' ? defaultPort(url) : url.port;
  const names = new Set([name, `${name}:${port}`]);
  if (allowed.some((entry) => names.has(entry.trim().toLowerCase()))) return undefined;
  const list = allowed.length === 0 ? 'none' : allowed.join(', ');
  return { class: 'denied', message: `host "${name}:${port}" is not in host_allow_hosts (allowed: ${list})` };
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}
