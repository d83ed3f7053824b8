/** HTTP in the story of a run: who asked whom for what, and what the answer was. Called only when somebody reads the story. */
import type { Machine } from '../../machine.ts';
import { networkOf } from '../network.ts';

/** Longer ones hide what happened instead of telling it. */
const TEXT_CHARS_MAX = 80;

export function tellRequest(machine: Machine, method: string, path: string, host: string, body?: Uint8Array): void {
  const text = body === undefined ? undefined : plainText(body);
  machine.kernel.note('http.request', {
    method,
    path: shortened(path),
    to: nameOf(host, machine),
    ...(text === undefined ? {} : { body: text }),
  });
}

export function tellReceived(machine: Machine, method: string, path: string, from: string): void {
  machine.kernel.note('http.receive', { method, path: shortened(path), from: nameOf(from, machine) });
}

export function tellRespond(machine: Machine, status: number, path: string): void {
  machine.kernel.note('http.respond', { status, path: shortened(path) });
}

export function tellResponse(machine: Machine, status: number, path: string, host: string): void {
  machine.kernel.note('http.response', { status, path: shortened(path), from: nameOf(host, machine) });
}

export function tellConnect(machine: Machine, address: string, port: number | undefined): void {
  machine.kernel.note('connect', { to: port === undefined ? shortened(address) : `${nameOf(address, machine)}:${port}` });
}

/** The machine behind a name or an address; people know machines by the names the scenario gave them. */
function nameOf(host: string, from: Machine): string {
  const network = networkOf(from.kernel);
  const plain = host.startsWith('::ffff:') ? host.slice('::ffff:'.length) : host;
  const [address = plain] = network.resolve(plain, from);
  return network.machineAt(address, from)?.name ?? shortened(plain);
}

function shortened(text: string): string {
  return text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX - 1)}…`;
}

/** Bytes that are no text tell nobody anything. */
function plainText(body: Uint8Array): string | undefined {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 4 * TEXT_CHARS_MAX)).toString();
  return text === '' || /[\u0000-\u0008\ufffd]/u.test(text) ? undefined : shortened(text.replaceAll(/\s+/gu, ' '));
}
