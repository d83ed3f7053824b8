/** Durations such as `40ms` or `5s`, as milliseconds. */
import { cutValue } from '../../base/cut-text.ts';
import { type DurationParse, parseDuration } from '../../base/duration.ts';
import type { Kind } from '../field.ts';

export const duration = durationFrom(0);

export function durationFrom(minMs: number): Kind<number> {
  return {
    label: minMs === 0 ? 'duration' : `duration ≥ ${minMs}ms`,
    nullIsValue: false,
    read(node, inspection) {
      if (node.kind !== 'string') return inspection.wrongType(node, 'a duration such as "40ms"');
      const parsed = parseDuration(node.value);
      if (!parsed.ok) {
        inspection.error('invalid_duration', node.start, messageOf(parsed, node.value), inspection.example());
        return undefined;
      }
      if (parsed.ms < minMs) return inspection.outOfRange(node, `"${cutValue(node.value)}" is shorter than ${minMs}ms`);
      return parsed.ms;
    },
    schema: (ref) => ref('duration'),
  };
}

/** Messages quote the text; of an absurdly long one the beginning tells enough. */
function messageOf(parsed: DurationParse & { readonly ok: false }, written: string): string {
  return parsed.message.replace(JSON.stringify(written), () => JSON.stringify(cutValue(written)));
}
