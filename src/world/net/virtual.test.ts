import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextMatch } from '../../base/text-match.ts';
import type { NetMessage, NetPort } from './port.ts';
import { virtualNet } from './virtual.ts';

const exactly = (text: string): TextMatch => ({ kind: 'exact', text });
const anything: TextMatch = { kind: 'contains', text: '' };

describe('the virtual network', () => {
  test('ids count from 1 and queue order is kept', () => {
    const net = virtualNet();
    expect(net.send('a', 'b', 'x').id).toBe(1);
    expect(net.send('b', 'a', 'y').id).toBe(2);
    expect(net.deliverableCount()).toBe(2);
    expect([net.deliverable(0).payload, net.deliverable(1).payload]).toEqual(['x', 'y']);
  });

  test('a partition blocks both directions of its pair only, and healing releases what waited, in place', () => {
    const net = virtualNet();
    for (const [from, to] of ['ab', 'ac', 'ba', 'bc'] as const) net.send(from ?? '', to ?? '', `${from}${to}`);
    net.partition('b', 'a');
    net.partition('a', 'b');
    net.send('a', 'b', 'late');
    expect(deliverable(net)).toEqual(['ac', 'bc']);
    net.heal('a', 'b');
    expect(deliverable(net)).toEqual(['ab', 'ac', 'ba', 'bc', 'late']);
  });

  test('pairs whose names run together the same way are different pairs', () => {
    const net = virtualNet();
    net.partition('a', 'bc');
    net.send('ab', 'c', 'x');
    expect(net.deliverableCount()).toBe(1);
  });

  test('a delivered message reaches the inbox, a dropped one does not', () => {
    const net = virtualNet();
    net.send('a', 'b', 'lost');
    net.send('a', 'b', 'kept');
    net.settle(1, true);
    net.settle(2, false);
    expect(net.deliverableCount()).toBe(0);
    expect(net.inbox('b').map((message) => message.payload)).toEqual(['kept']);
    expect(net.inbox('nobody')).toEqual([]);
  });

  test('receive removes the first message that fits sender and payload', () => {
    const net = virtualNet();
    for (const [from, payload] of [
      ['a', 'x'],
      ['c', 'y'],
      ['a', 'y'],
      ['a', 'y'],
    ] as const)
      net.settle(net.send(from, 'b', payload).id, false);
    expect(net.receive('b', 'a', exactly('y'))?.id).toBe(3);
    expect(net.receive('b', undefined, exactly('y'))?.id).toBe(2);
    expect(net.receive('b', 'c', anything)).toBeUndefined();
    expect(net.inbox('b').map((message) => message.id)).toEqual([1, 4]);
  });

  test('a partition says how many queued messages it holds back, and a second one of the same pair holds no more', () => {
    const net = virtualNet();
    net.send('a', 'c', 'x');
    net.send('a', 'b', 'x');
    net.send('b', 'a', 'x');
    const start = net.save();
    expect(net.partition('a', 'b')).toBe(2);
    expect(net.partition('b', 'a')).toBe(0);
    expect(net.isBlocked('b', 'a')).toBe(true);
    expect(net.deliverableCount()).toBe(1);
    net.load(start);
    expect(net.isBlocked('a', 'b')).toBe(false);
    expect(net.deliverableCount()).toBe(3);
  });

  test('only queued messages can be settled and only existing indexes asked for', () => {
    const net = virtualNet();
    expect(() => net.settle(1, false)).toThrow('queued');
    expect(() => net.deliverable(0)).toThrow('index');
  });

  test('ten thousand messages leave in the order of sending', () => {
    const net = virtualNet();
    for (let count = 0; count < 10_000; count += 1) net.send('a', 'b', 'x');
    const sent = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const left = sent.map(() => {
      const { id } = net.deliverable(0);
      net.settle(id, false);
      return id;
    });
    expect(left).toEqual(sent);
    expect(sent.map(() => net.receive('b', 'a', anything)?.id)).toEqual(sent);
  });

  test('it behaves like a plain list of messages, rollbacks included', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const net = virtualNet();
        let model = emptyModel();
        let saves = [{ token: net.save(), model }];
        for (const made of operations) {
          if (made.kind === 'save') saves = [...saves, { token: net.save(), model }];
          else if (made.kind === 'load') {
            const chosen = saves[made.pick % saves.length];
            if (chosen === undefined) continue;
            net.load(chosen.token);
            model = chosen.model;
          } else model = performBoth(net, model, made);
          expect(observed(net)).toEqual(expectedOf(model));
        }
      }),
      { numRuns: 300 },
    );
  });
});

const NODES = ['a', 'b', 'c'] as const;
const node = fc.constantFrom(...NODES);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), from: node, to: node, payload: fc.constantFrom('x', 'y') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const), pick: fc.nat(100), dropped: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('receive' as const),
      at: node,
      from: fc.option(node, { nil: undefined }),
      payload: fc.constantFrom('x', 'y'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('partition' as const, 'heal' as const), a: node, b: node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settings' as const), rate: fc.constantFrom(0, 0.5, 1), reorder: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('save' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('load' as const), pick: fc.nat(10) }) },
);

/** Immutable, so that a saved model is just a reference. */
interface Model {
  readonly lastId: number;
  readonly queue: readonly NetMessage[];
  readonly delivered: readonly NetMessage[];
  readonly blocked: readonly string[];
  readonly dropRate: number;
  readonly reorder: boolean;
}

function emptyModel(): Model {
  return { lastId: 0, queue: [], delivered: [], blocked: [], dropRate: 0, reorder: false };
}

function performBoth(net: NetPort, model: Model, made: Exclude<Operation, { kind: 'save' | 'load' }>): Model {
  switch (made.kind) {
    case 'send': {
      const message = net.send(made.from, made.to, made.payload);
      expect(message.id).toBe(model.lastId + 1);
      return { ...model, lastId: message.id, queue: [...model.queue, message] };
    }
    case 'settle': {
      const open = openOf(model);
      const message = open[made.pick % Math.max(1, open.length)];
      if (message === undefined) return model;
      net.settle(message.id, made.dropped);
      const queue = model.queue.filter((queued) => queued !== message);
      return { ...model, queue, delivered: made.dropped ? model.delivered : [...model.delivered, message] };
    }
    case 'receive': {
      const expected = model.delivered.find(
        (message) => message.to === made.at && message.payload === made.payload && (made.from ?? message.from) === message.from,
      );
      expect(net.receive(made.at, made.from, exactly(made.payload))).toEqual(expected);
      return { ...model, delivered: model.delivered.filter((message) => message !== expected) };
    }
    case 'partition':
      net.partition(made.a, made.b);
      return { ...model, blocked: [...model.blocked, sorted(made.a, made.b)] };
    case 'heal':
      net.heal(made.a, made.b);
      return { ...model, blocked: model.blocked.filter((pair) => pair !== sorted(made.a, made.b)) };
    case 'settings':
      net.setDropRate(made.rate);
      net.setReorder(made.reorder);
      return { ...model, dropRate: made.rate, reorder: made.reorder };
  }
}

function sorted(a: string, b: string): string {
  return [a, b].sort().join();
}

function openOf(model: Model): readonly NetMessage[] {
  return model.queue.filter((message) => !model.blocked.includes(sorted(message.from, message.to)));
}

function expectedOf(model: Model): unknown {
  return {
    open: openOf(model),
    inboxes: NODES.map((name) => model.delivered.filter((message) => message.to === name)),
    dropRate: model.dropRate,
    reorder: model.reorder,
  };
}

function observed(net: NetPort): unknown {
  return {
    open: Array.from({ length: net.deliverableCount() }, (_, index) => net.deliverable(index)),
    inboxes: NODES.map((name) => net.inbox(name)),
    dropRate: net.dropRate,
    reorder: net.reorder,
  };
}

function deliverable(net: NetPort): string[] {
  return Array.from({ length: net.deliverableCount() }, (_, index) => net.deliverable(index).payload);
}
