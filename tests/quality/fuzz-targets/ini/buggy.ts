/** Reads an INI file of a mail server. Planted: a relay without a host is looked up as if it had one. */
interface Relay {
  host?: string;
  port: number;
  secure: boolean;
}

export function parse(text: string): Relay {
  const relay: Relay = { port: 25, secure: false };
  let section = '';
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || line.startsWith(';')) continue;
    if (line.startsWith('[') && line.endsWith(']')) {
      section = line.slice(1, -1).trim();
      continue;
    }
    const equals = line.indexOf('=');
    if (equals < 0 || section !== 'relay') continue;
    set(relay, line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  return relay;
}

function set(relay: Relay, name: string, value: string): void {
  if (name === 'host') relay.host = value;
  if (name === 'port') relay.port = Number(value);
  if (name === 'secure' && value === 'required') {
    relay.secure = true;
    // A certificate is issued for a host.
    relay.host = (relay.host as string).toLowerCase();
  }
}
