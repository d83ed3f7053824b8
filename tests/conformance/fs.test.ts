/** The simulated `fs` behaves as the real one: every case runs on both, and both must tell the same. */
import { describe, expect, test } from 'vitest';
import { attributes } from './fs/attributes.ts';
import { inSimulation, onHost } from './fs/both-worlds.ts';
import { descriptors } from './fs/descriptors.ts';
import { listing } from './fs/listing.ts';
import { names } from './fs/names.ts';
import { streams } from './fs/streams.ts';
import { wholeFiles } from './fs/whole-files.ts';

const groups = { 'whole files': wholeFiles, descriptors, names, listing, attributes, 'streams and handles': streams };

describe.each(Object.entries(groups))('%s', (_group, cases) => {
  test.each(cases)('%s', async (...each) => {
    expect(await inSimulation(each)).toEqual(await onHost(each));
  });
});
