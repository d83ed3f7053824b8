/** Reading the fields of events, which hold whatever the engine of their time wrote. */
import type { TraceEvent } from '../event.ts';

export function textField(event: TraceEvent, name: string): string {
  const value = event.fields[name];
  return typeof value === 'string' ? value : '';
}

export function numberField(event: TraceEvent, name: string): number | undefined {
  const value = event.fields[name];
  return typeof value === 'number' ? value : undefined;
}
