/** Addresses of simulated machines: each has one of its own, by its place in the run, and is the only one behind its loopback. */

/** More machines than this are more than anybody simulates in one process. */
const MACHINES_MAX = 65_000;

export function addressOf(index: number): string {
  const number = (index + 1) % MACHINES_MAX;
  return `10.0.${number >> 8}.${number & 255}`;
}

/** The place of the machine with this address; undefined = the address belongs to nobody. */
export function indexOf(address: string): number | undefined {
  const parts = /^(?:::ffff:)?10\.0\.(\d{1,3})\.(\d{1,3})$/u.exec(address);
  if (parts === null) return undefined;
  return (Number(parts[1]) << 8) + Number(parts[2]) - 1;
}

/** An address that means the machine itself, whoever uses it. */
export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
}

/** The address a server binds to accept connections to every address of its machine. */
export function isAnyAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

export function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === 'ip6-localhost';
}

/** How an IPv4 peer shows up at a socket that accepts both families. */
export function asMapped(address: string): string {
  return address.includes(':') ? address : `::ffff:${address}`;
}

export function familyOf(address: string): 'IPv4' | 'IPv6' {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}
