/** The Date header by the clock of the machine; Node's own code writes the real one. */
import type { Machine } from '../../machine.ts';

/** The text of a second is the same for every machine and every run, and most runs are over within the same few. */
const known = new Map<number, string>();
const KNOWN_MAX = 256;

const DATE_LINE = '\r\nDate: ';
const TEXT_LENGTH = 'Thu, 01 Jan 1970 00:00:00 GMT'.length;

function dateText(machine: Machine): string {
  const second = Math.floor(machine.wallMs() / 1000);
  let text = known.get(second);
  if (text === undefined) {
    text = new Date(second * 1000).toUTCString();
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(second, text);
  }
  return text;
}

/** The header block with the date that Node has just written into it replaced. */
export function withMachineDate(header: string, machine: Machine): string {
  const at = header.lastIndexOf(DATE_LINE);
  if (at < 0) return header;
  const from = at + DATE_LINE.length;
  return header.slice(0, from) + dateText(machine) + header.slice(from + TEXT_LENGTH);
}
