/**
 * Says what a program was refused and went on without. An error that nobody caught is a finding; one that was caught, as packages do that
 * try what there is, leaves a run that passed and tested less than it seems.
 */
import type { TraceEvent } from '../../trace/event.ts';
import type { Context } from '../context.ts';

export function warnOfRefusals(events: readonly TraceEvent[], context: Context): void {
  const told = new Set<string>();
  for (const { name, fields } of events) {
    const { node, message } = fields;
    if (name !== 'refused' || typeof node !== 'string' || typeof message !== 'string' || told.has(message)) continue;
    told.add(message);
    context.warn({ code: 'refused', message: `${node} was refused something and went on: ${message}`, details: { node } });
  }
}
