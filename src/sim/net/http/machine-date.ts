/** The Date header by the clock of the machine; Node's own code writes the real one. */
import type { Machine, Part } from '../../machine.ts';

const cachePart: Part<{ second: number; text: string }> = { name: 'http date', create: () => ({ second: -1, text: '' }) };

const DATE_LINE = '\r\nDate: ';
const TEXT_LENGTH = 'Thu, 01 Jan 1970 00:00:00 GMT'.length;

function dateText(machine: Machine): string {
  const cache = machine.part(cachePart);
  const second = Math.floor(machine.wallMs() / 1000);
  if (cache.second !== second) {
    cache.second = second;
    cache.text = new Date(second * 1000).toUTCString();
  }
  return cache.text;
}

/** The header block with the date that Node has just written into it replaced. */
export function withMachineDate(header: string, machine: Machine): string {
  const at = header.lastIndexOf(DATE_LINE);
  if (at < 0) return header;
  const from = at + DATE_LINE.length;
  return header.slice(0, from) + dateText(machine) + header.slice(from + TEXT_LENGTH);
}
