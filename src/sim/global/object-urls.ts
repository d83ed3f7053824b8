/** `URL.createObjectURL`: Node names blobs at random, so here their names are seeded, and belong to the machine that made them. */
import { current } from '../active.ts';
import { invalidArgType } from '../node-error.ts';
import type { Part } from '../machine.ts';
import { randomUuid } from './random.ts';

const blobsPart: Part<Map<string, Blob>> = { name: 'object URLs', create: () => new Map() };

export const objectUrlFunctions = {
  createObjectURL(blob: unknown): string {
    if (!(blob instanceof Blob)) throw invalidArgType('obj', 'an instance of Blob', blob);
    const url = `blob:nodedata:${randomUuid()}`;
    current().part(blobsPart).set(url, blob);
    return url;
  },
  revokeObjectURL(url: unknown): void {
    current().peek(blobsPart)?.delete(String(url));
  },
};

export function resolveObjectUrl(url: unknown): Blob | undefined {
  return current().peek(blobsPart)?.get(String(url));
}
