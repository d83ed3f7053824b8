import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SharedList } from './shared-list.ts';

const write = fc.oneof(
  fc.record({ kind: fc.constant('grow' as const), by: fc.nat(400) }),
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(2000) }),
  fc.record({ kind: fc.constant('share' as const) }),
  fc.record({ kind: fc.constant('adopt' as const), pick: fc.nat(20) }),
);

describe('a shared list', () => {
  test('it behaves like an array, and no write reaches what was shared before', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
        const list = new SharedList<number>();
        let model: readonly number[] = [];
        const shared = [{ items: list.share(), model }];
        for (const [stamp, made] of writes.entries()) {
          if (made.kind === 'grow') {
            for (let count = 0; count < made.by; count += 1) list.push(stamp);
            model = [...model, ...new Array<number>(made.by).fill(stamp)];
          } else if (made.kind === 'replace' && model.length > 0) {
            list.replace(made.at % model.length, stamp);
            model = model.with(made.at % model.length, stamp);
          } else if (made.kind === 'share') shared.push({ items: list.share(), model });
          else if (made.kind === 'adopt') {
            const chosen = shared[made.pick % shared.length];
            if (chosen === undefined) continue;
            list.adopt(chosen.items);
            model = chosen.model;
          }
          expect(list.toArray()).toEqual(model);
          expect(list.length).toBe(model.length);
        }
        for (const { items, model: expected } of shared) expect(items.chunks.flat()).toEqual(expected);
      }),
    );
  });

  test('there is nothing outside its length', () => {
    const list = new SharedList<string>();
    list.push('a');
    expect([list.at(-1), list.at(0), list.at(1)]).toEqual([undefined, 'a', undefined]);
    expect(() => list.replace(1, 'b')).toThrow('existing');
  });
});
