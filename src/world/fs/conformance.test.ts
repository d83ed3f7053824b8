import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallLimits } from '../host/port.ts';
import { hostFiles } from './host.ts';
import type { HostFilesPort, VirtualFiles } from './port.ts';
import { virtualFiles } from './virtual.ts';

const noLimits: CallLimits = { timeoutMs: undefined, bytesMax: 1000, signal: undefined };

type Operation =
  | { readonly kind: 'write' | 'read'; readonly path: string; readonly data: string }
  | { readonly kind: 'snapshot' | 'restore'; readonly name: string }
  | { readonly kind: 'block'; readonly operations: readonly Operation[] };

const { operations } = fc.letrec<{ operations: Operation[]; operation: Operation }>((tie) => ({
  operations: fc.array(tie('operation'), { maxLength: 12 }),
  operation: fc.oneof(
    { maxDepth: 2 },
    fc.record({
      kind: fc.constantFrom('write', 'read'),
      path: fc.constantFrom('a', 'b', 'dir/a', 'dir/sub/a'),
      data: fc.string({ maxLength: 3 }),
    }),
    fc.record({ kind: fc.constantFrom('snapshot', 'restore'), name: fc.constantFrom('one', 'two') }),
    fc.record({ kind: fc.constant('block'), operations: tie('operations') }),
  ),
}));

function performVirtually(files: VirtualFiles, list: readonly Operation[]): unknown[] {
  return list.map((operation) => {
    switch (operation.kind) {
      case 'write':
        return files.write(operation.path, operation.data);
      case 'read':
        return files.read(operation.path);
      case 'snapshot':
        files.snapshot(operation.name);
        return undefined;
      case 'restore':
        return files.restore(operation.name);
      default: {
        const saved = files.save();
        const seen = performVirtually(files, operation.operations);
        files.load(saved);
        return seen;
      }
    }
  });
}

async function performReally(files: HostFilesPort, list: readonly Operation[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const operation of list) seen.push(await performOne(files, operation));
  return seen;
}

async function performOne(files: HostFilesPort, operation: Operation): Promise<unknown> {
  switch (operation.kind) {
    case 'write':
      expect(await files.write(operation.path, operation.data, noLimits)).toMatchObject({ kind: 'ok' });
      return undefined;
    case 'read': {
      const answer = await files.read(operation.path, noLimits);
      if (answer.kind !== 'ok') return answer;
      return answer.value.exists ? Buffer.from(answer.value.dataHex, 'hex').toString() : undefined;
    }
    case 'snapshot':
      expect(await files.snapshot(operation.name, noLimits)).toMatchObject({ kind: 'ok' });
      return undefined;
    case 'restore':
      return (await files.restore(operation.name, noLimits)).kind === 'ok';
    default: {
      await files.mark();
      const seen = await performReally(files, operation.operations);
      await files.undo();
      return seen;
    }
  }
}

test('real files in a fresh directory behave like virtual ones, with snapshots and rolled-back blocks', { timeout: 60_000 }, async () => {
  const ends: Operation[] = ['a', 'b', 'dir/a', 'dir/sub/a'].map((path) => ({ kind: 'read', path, data: '' }));
  await fc.assert(
    fc.asyncProperty(operations, async (list) => {
      const root = mkdtempSync(join(tmpdir(), 'fozzy-conformance-'));
      try {
        const all = [...list, ...ends];
        expect(await performReally(hostFiles({ root }), all)).toEqual(performVirtually(virtualFiles(), all));
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  );
});
