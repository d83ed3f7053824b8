import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { nextEnter } from './process-terminal.ts';

const never = new AbortController().signal;

test('Enter goes on, once for every time it is asked for', async () => {
  const keyboard = new PassThrough();
  for (let press = 0; press < 20; press += 1) {
    const pressed = nextEnter(keyboard, never);
    keyboard.write('\n');
    await pressed;
  }
  expect([keyboard.listenerCount('data'), keyboard.listenerCount('end')]).toEqual([0, 0]);
});

test('a keyboard that ends lets everything go on that waits for it', async () => {
  const keyboard = new PassThrough();
  const waiting = nextEnter(keyboard, never);
  keyboard.end();
  await waiting;
  await nextEnter(keyboard, never);
  expect(keyboard.readableEnded).toBe(true);
});

test('a signal ends the waiting', async () => {
  const keyboard = new PassThrough();
  const signals = new AbortController();
  const waiting = nextEnter(keyboard, signals.signal);
  signals.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
