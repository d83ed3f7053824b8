import { expect, test } from 'vitest';
import { occupyUs, Topology } from './topology.ts';

test('a link is fast and whole unless something else was said', () => {
  const topology = new Topology();
  expect(topology.link('a', 'b')).toMatchObject({ minUs: 500, maxUs: 500, loss: 0 });
  expect(topology.link('a', 'a').minUs).toBeLessThan(500);
  expect(topology.blocks('a', 'b')).toBe(false);
});

test('a link is the same in both directions, and only between its two machines', () => {
  const topology = new Topology();
  topology.connect('a', 'b', { latencyMs: { min: 1, max: 3 }, loss: 0.5 });
  expect(topology.link('b', 'a')).toMatchObject({ minUs: 1000, maxUs: 3000, loss: 0.5 });
  expect(topology.link('a', 'c').minUs).toBe(500);
});

test('a partition separates groups from each other and from everybody else', () => {
  const topology = new Topology();
  topology.partition([['a', 'b'], ['c']], false);
  expect(topology.blocks('a', 'b')).toBe(false);
  expect(topology.blocks('a', 'c')).toBe(true);
  expect(topology.blocks('c', 'd')).toBe(true);
  expect(topology.blocks('d', 'e')).toBe(false);
  topology.heal();
  expect(topology.isWhole).toBe(true);
});

test('several cuts hold together, and each ends alone', () => {
  const topology = new Topology();
  const first = topology.partition([['a'], ['b']], true);
  topology.partition([['a'], ['c']], false);
  topology.uncut(first);
  expect(topology.blocks('a', 'b')).toBe(true);
  topology.heal();
  expect(topology.blocks('a', 'b')).toBe(false);
});

test('a machine always hears itself', () => {
  const topology = new Topology();
  topology.cut({ byFault: false, stops: () => true });
  expect(topology.blocks('a', 'a')).toBe(false);
  expect(topology.blocks('a', 'b')).toBe(true);
});

test('a clog delays one direction until its end', () => {
  const topology = new Topology();
  topology.clog('a', 'b', 1000);
  expect(topology.waitUs('a', 'b', 400)).toBe(600);
  expect(topology.waitUs('b', 'a', 400)).toBe(0);
  expect(topology.waitUs('a', 'b', 1000)).toBe(0);
});

test('bytes wait for those before them on a narrow link', () => {
  const topology = new Topology();
  topology.connect('a', 'b', { bytesPerSecond: 1000 });
  const link = topology.link('a', 'b');
  expect(occupyUs(link, 0, 100)).toBe(100_000);
  expect(occupyUs(link, 50_000, 100)).toBe(150_000);
  expect(occupyUs(link, 1_000_000, 1)).toBe(1000);
});
