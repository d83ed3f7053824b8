import { expect, test } from 'vitest';
import { Kind } from './kinds.ts';
import { packLog, unpackLog } from './log-codec.ts';
import { DecisionLog } from './log.ts';

test('a log of every shape of record comes back as it was packed', () => {
  const log = new DecisionLog();
  const [main, label, path] = ['main', 'rand_u64', '/steps/0'].map((text) => log.textId(text));
  log.append5(Kind.schedulerPick, main ?? 0, label ?? 0, path ?? 0, 1, 0);
  log.append2(Kind.randU64, 0xfedcba98, 7);
  log.append1(Kind.sleepMs, 40);
  log.appendPayload(Kind.procSpawn, { cmd: 'node', args: [], exit_code: -1 });
  log.append2(Kind.netDrop, 3, 1);
  log.append2(Kind.memoryFree, 0, 0);
  const unpacked = unpackLog(JSON.parse(JSON.stringify(packLog(log))));
  expect(unpacked?.log.toRecords()).toEqual(log.toRecords());
  expect(unpacked?.hash).toBe(packLog(log).hash);
});
