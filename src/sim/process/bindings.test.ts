import { expect, test } from 'vitest';
import { binding } from './bindings.ts';

test('tables of the internals of Node can be read, and what does something refuses to be called', () => {
  expect(binding('uv')).toMatchObject({ UV_ECONNRESET: expect.any(Number) as unknown });
  const { methods, HTTPParser } = binding('http_parser') as { methods: unknown; HTTPParser: new () => unknown };
  expect(methods).toContain('GET');
  expect(() => new HTTPParser()).toThrow("process.binding('http_parser').HTTPParser is not simulated");
  expect(() => binding('fs')).toThrow("process.binding('fs') is not simulated");
});
