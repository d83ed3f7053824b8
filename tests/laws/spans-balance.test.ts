/** Law: every span that starts also ends, exactly once and after what it contains, however the run ends. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySteps } from '../support/any-steps.ts';
import { runSteps } from '../support/run-steps.ts';
import { textOf } from '../support/text-of.ts';

test('spans and scopes of any run are balanced', () => {
  fc.assert(
    fc.property(anySteps(), fc.constantFrom('0', '7'), fc.constantFrom(undefined, 0, 20, 60), (steps, seed, timeoutMs) => {
      const { events } = runSteps(steps, timeoutMs === undefined ? { seed } : { seed, timeoutMs });
      const open: string[] = [];
      const scopes: string[] = [];
      for (const { name, source, fields } of events) {
        const span = textOf(fields['span']);
        if (source === 'user') continue;
        if (name === 'scope_start') scopes.push(span);
        if (name === 'scope_end') expect(scopes.pop()).toBe(span);
        if (name === 'span_start') open.push(span);
        if (name !== 'span_end') continue;
        expect(open).toContain(span);
        const inside = open.filter(
          (other) =>
            other.startsWith(`${span.replace(/#.*$/u, '')}.`) &&
            (other.match(/#\d+/gu) ?? []).join('').startsWith((span.match(/#\d+/gu) ?? []).join('')),
        );
        expect(inside).toEqual([]);
        open.splice(open.lastIndexOf(span), 1);
      }
      expect([open, scopes]).toEqual([[], []]);
    }),
    { numRuns: 400 },
  );
});
