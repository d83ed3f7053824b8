/** Properties of the built library as test bodies of Node's own runner. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { g, property, PropertyFailed } from '../../dist/index.js';

test(
  'a property is a test body',
  property(g.array(g.integer()), (list) => assert.deepEqual([...list].reverse().reverse(), list)),
);

test(
  'an asynchronous property too',
  property(g.string(), g.json(), async (text, value) => {
    await Promise.resolve();
    assert.deepEqual(JSON.parse(JSON.stringify({ [`k${text}`]: value })), JSON.parse(JSON.stringify({ [`k${text}`]: value })));
  }),
);

test('a property that does not hold fails with the smallest arguments', () => {
  const wrong = property(g.array(g.nat(5000)), (list) => list.every((each) => each < 1000));
  assert.throws(wrong, (error) => error instanceof PropertyFailed && error.report.args === '[1000]' && error.message.includes('replay'));
});
