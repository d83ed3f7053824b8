import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { base64Decode, base64Encode } from '../base/base64.ts';
import { parseJsonValue } from '../base/json-text.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { ChaCha20Random } from '../base/chacha20.ts';
import type { U64 } from '../base/u64.ts';
import { determinismHash } from './determinism-hash.ts';
import { Kind } from './kinds.ts';
import { packLog, type PackedLog, unpackLog } from './log-codec.ts';
import { DecisionLog } from './log.ts';
import { logFromRecords } from './log-records.ts';
import { records } from '../../tests/support/decision-records.ts';

/** Through the text of a file, as a trace takes it. */
function drawAt(seed: U64, place: number): U64 {
  const random = new ChaCha20Random(seed.hi, seed.lo);
  random.seek(place);
  random.next();
  return { hi: random.hi, lo: random.lo };
}

function throughFile(packed: PackedLog): Json | undefined {
  const parsed = parseJsonValue(canonicalJson({ ...packed }));
  return parsed.ok ? parsed.value : undefined;
}

describe('a packed log', () => {
  test('comes back with every record as it was, and with its hash', () => {
    fc.assert(
      fc.property(records, (given) => {
        const log = logFromRecords(given);
        expect(log).toBeDefined();
        if (log === undefined) return;
        expect(log.toRecords()).toEqual(given);
        const packed = packLog(log);
        const unpacked = unpackLog(throughFile(packed));
        expect(unpacked?.log.toRecords()).toEqual(given);
        expect(unpacked?.log.length).toBe(given.length);
        expect(unpacked?.hash).toBe(determinismHash(log));
        expect(unpacked && packLog(unpacked.log)).toEqual(packed);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every random number, whether the seed gave it or not', () => {
    const seed = { hi: 3, lo: 7 };
    const number = fc.oneof(
      fc.nat({ max: 300 }).map((place) => drawAt(seed, place)),
      fc.record({ hi: fc.nat({ max: 0xffffffff }), lo: fc.nat({ max: 0xffffffff }) }),
    );
    fc.assert(
      fc.property(fc.array(number, { maxLength: 300 }), (numbers) => {
        const log = new DecisionLog();
        for (const { hi, lo } of numbers) log.append2(Kind.randU64, hi, lo);
        const unpacked = unpackLog(throughFile(packLog(log, seed)));
        expect(unpacked?.log.toRecords()).toEqual(log.toRecords());
      }),
    );
  });

  test('writes a number of its seed as its place, in a fraction of its size', () => {
    const seed = { hi: 0, lo: 7 };
    const log = new DecisionLog();
    for (let place = 0; place < 1000; place += 1) {
      const { hi, lo } = drawAt(seed, place);
      log.append2(Kind.randU64, hi, lo);
    }
    expect(packLog(log, seed).data.length).toBeLessThan(200);
    expect(packLog(log).data.length).toBeGreaterThan(8000);
  });

  test('holds more payloads than fit into one call', () => {
    const log = new DecisionLog();
    for (let index = 0; index < 150_000; index += 1) log.appendPayload(Kind.procSpawn, { cmd: String(index) });
    const unpacked = unpackLog(throughFile(packLog(log)));
    expect(unpacked?.log.length).toBe(150_000);
    expect(unpacked?.log.payloads.at(-1)).toEqual({ cmd: '149999' });
  });

  test('of ten thousand scheduled steps takes at most two bytes a decision', () => {
    const log = new DecisionLog();
    for (let index = 0; index < 10_000; index += 1) {
      const step = index % 40;
      const task = (index * 7919) % 3;
      const [name, label, path] = [`main/task-${task}`, 'set_kv', `/steps/1/tasks/${task}/steps/${step}`].map((text) => log.textId(text));
      log.append5(Kind.schedulerPick, name ?? 0, label ?? 0, path ?? 0, 3, (index * 31) % 3);
    }
    expect(packLog(log).data.length / log.length).toBeLessThanOrEqual(2);
  });
});

describe('what is no packed log', () => {
  const log = logFromRecords([
    { kind: 'scheduler_pick', task_id: 'main', label: 'rand_u64', step_path: '/steps/0', options: 1, answer: 0 },
    { kind: 'rand_u64', value: '18446744073709551615' },
    { kind: 'net_drop', message_id: 1, dropped: true },
    { kind: 'proc_spawn', cmd: 'a', args: [] },
  ]);
  const packed = packLog(log ?? new DecisionLog());

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['another encoding', { ...packed, encoding: 'columns-2' }],
    ['another count', { ...packed, count: 5 }],
    ['a fractional count', { ...packed, count: 4.5 }],
    ['no hash', { encoding: packed.encoding, count: packed.count, data: packed.data }],
    ['no base64', { ...packed, data: '!' }],
    ['no deflated data', { ...packed, data: base64Encode(new Uint8Array([255, 255, 255])) }],
    ['no data', { ...packed, data: '' }],
  ])('%s is refused', (_name, value) => {
    expect(unpackLog(value)).toBeUndefined();
  });

  test('damaged data is refused or gives a well-formed log, and never throws', () => {
    const bytes = base64Decode(packed.data) ?? new Uint8Array();
    const malformed: string[] = [];
    for (const [at, byte] of bytes.entries()) {
      for (let bit = 1; bit < 0x100; bit *= 2) {
        const unpacked = unpackLog({ ...packed, data: base64Encode(bytes.with(at, byte ^ bit)) });
        if (unpacked !== undefined && logFromRecords(unpacked.log.toRecords()) === undefined) malformed.push(`byte ${at}, bit ${bit}`);
      }
    }
    expect(malformed).toEqual([]);
  });

  test('data cut short is refused at every length', () => {
    const bytes = base64Decode(packed.data) ?? new Uint8Array();
    const accepted = [...bytes.keys()].filter(
      (length) => unpackLog({ ...packed, data: base64Encode(bytes.subarray(0, length)) }) !== undefined,
    );
    expect(accepted).toEqual([]);
  });
});
