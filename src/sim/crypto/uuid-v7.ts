/** UUIDs that begin with the time, on the clock and the randomness of the calling machine. */
import { current } from '../active.ts';
import { seededBytes } from './random.ts';

const TIME_BYTES = 6;

export function seededUuidV7(): string {
  const bytes = seededBytes(16);
  bytes.writeUIntBE(current().wallMs(), 0, TIME_BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
