/** Run ids: UUID version 4, lower-case. */
import { randomUUID } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function newRunId(): string {
  return randomUUID();
}

export function isRunId(text: string): boolean {
  return UUID.test(text);
}
