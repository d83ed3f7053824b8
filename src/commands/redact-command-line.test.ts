import { expect, test } from 'vitest';
import { redactCommandLine } from './redact-command-line.ts';

test('the command line starts with the program and keeps ordinary words', () => {
  expect(redactCommandLine(['run', 'a.fozzy.json', '--seed', '7'])).toEqual(['fozzy', 'run', 'a.fozzy.json', '--seed', '7']);
});

test('values of options that speak of secrets are left out, however they are written', () => {
  expect(redactCommandLine(['x', '--api-key', 'k1', '--auth-token=k2', '--Password', 'k3'])).toEqual([
    ...['fozzy', 'x', '--api-key', '[redacted]', '--auth-token=[redacted]', '--Password', '[redacted]'],
  ]);
});

test('a flag after such an option is no value', () => {
  expect(redactCommandLine(['x', '--token', '--json'])).toEqual(['fozzy', 'x', '--token', '--json']);
});
