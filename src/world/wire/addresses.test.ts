import { expect, test } from 'vitest';
import { addressOf, asMapped, indexOf, isAnyAddress, isLocalName, isLoopback } from './addresses.ts';
import { PortAllocator } from './port-allocator.ts';

test('an address leads back to the machine it was made for', () => {
  for (const index of [0, 1, 254, 255, 256, 5000]) {
    expect(indexOf(addressOf(index))).toBe(index);
    expect(indexOf(asMapped(addressOf(index)))).toBe(index);
  }
  expect(indexOf('192.168.0.1')).toBeUndefined();
  expect(indexOf('bank')).toBeUndefined();
});

test('loopback, any address and local names are told apart', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '10.0.0.1', '::'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(['0.0.0.0', '::', '127.0.0.1'].map(isAnyAddress)).toEqual([true, true, false]);
  expect(['localhost', 'app.localhost', 'localhosts'].map(isLocalName)).toEqual([true, true, false]);
});

test('ephemeral ports come in order, pass over taken ones and start again', () => {
  const ports = new PortAllocator();
  const taken = new Set([49_153]);
  const take = () => ports.take((port) => taken.has(port));
  expect([take(), take(), take()]).toEqual([49_152, 49_154, 49_155]);
  for (let port = 49_156; port <= 65_535; port += 1) take();
  expect(take()).toBe(49_152);
  expect(ports.take(() => true)).toBeUndefined();
});
