/** Standard output and error of a machine: a real writable stream whose text is kept with the machine, and shown in its story. */
import { Writable } from 'node:stream';
import type { Machine } from '../machine.ts';

/** A chatty subject must not eat the memory of a long campaign; what it wrote last matters most. */
const LINES_KEPT_MAX = 10_000;

export function write(machine: Machine, fd: 1 | 2, text: string): void {
  const { output, kernel } = machine;
  output.push({ fd, text, atUs: kernel.nowUs });
  if (output.length > LINES_KEPT_MAX) output.splice(0, LINES_KEPT_MAX / 2);
  if (kernel.observed) kernel.note(fd === 1 ? 'stdout' : 'stderr', { text: text.replace(/\n$/u, '') });
}

export function outputStream(
  machine: Machine,
  fd: 1 | 2,
): Writable & { readonly fd: number; readonly isTTY: false; readonly columns: undefined } {
  const { stdio } = machine.options;
  const sink = fd === 1 ? stdio?.stdout : stdio?.stderr;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: unknown, encoding, done) {
      const bytes = chunk instanceof Uint8Array ? chunk : undefined;
      if (sink !== undefined) sink(bytes === undefined ? Buffer.from(String(chunk), encoding) : Uint8Array.from(bytes));
      write(machine, fd, bytes === undefined ? Buffer.from(String(chunk), encoding).toString() : Buffer.from(bytes).toString());
      done();
    },
  });
  // As in Node: ending or destroying standard output does nothing.
  stream.destroy = () => stream;
  return Object.assign(stream, { fd, isTTY: false as const, columns: undefined });
}
