/** How long the checkers take to judge long histories: of systems that are right, and of systems with one wrong answer. */
import { linearizable } from '../src/check/linearizable.ts';
import { kv } from '../src/check/model/kv.ts';
import { lock } from '../src/check/model/lock.ts';
import { queue } from '../src/check/model/queue.ts';
import { register } from '../src/check/model/register.ts';
import { set } from '../src/check/model/set.ts';
import { serializable } from '../src/check/serializable.ts';
import type { HistoryModel, HistoryOperation } from '../src/trace/history.ts';
import { kvWorkload, lockWorkload, queueWorkload, registerWorkload, setWorkload, transactionWorkload } from '../tests/support/workload.ts';
import { median, report, type Row } from './row.ts';

const CLIENTS = 10;
const OPERATIONS = 10_000;
const TRANSACTIONS = 100_000;
/** Plain values do not tell the order of their versions, so an order has to be searched for. */
const VALUE_TRANSACTIONS = 10_000;
const ROUNDS = 5;
const KEYS = 50;

const OPERATIONS_MS_MAX = 1000;
const TRANSACTIONS_MS_MAX = 20_000;

const registerHistory = registerWorkload(OPERATIONS, CLIENTS, 1);
const listHistory = transactionWorkload(TRANSACTIONS, CLIENTS, 3, 'append');
const valueHistory = transactionWorkload(VALUE_TRANSACTIONS, CLIENTS, 4, 'w');

report([
  measure('linearizable register', linearizable(register(0)), registerHistory, OPERATIONS_MS_MAX),
  measure('linearizable kv, 50 keys', linearizable(kv()), kvWorkload(OPERATIONS, CLIENTS, KEYS, 2), OPERATIONS_MS_MAX),
  measure('linearizable queue', linearizable(queue()), queueWorkload(OPERATIONS, CLIENTS, 5), OPERATIONS_MS_MAX),
  measure('linearizable set', linearizable(set()), setWorkload(OPERATIONS, CLIENTS, 6), OPERATIONS_MS_MAX),
  measure('linearizable lock', linearizable(lock()), lockWorkload(OPERATIONS, CLIENTS, 7), OPERATIONS_MS_MAX),
  measure(
    'linearizable register, one stale read, explained',
    linearizable(register(0)),
    withStaleRead(registerHistory),
    undefined,
    'violation',
  ),
  measure('serializable lists', serializable.listAppend(), listHistory, TRANSACTIONS_MS_MAX),
  measure('strict-serializable lists', serializable.listAppend({ level: 'strict-serializable' }), listHistory, TRANSACTIONS_MS_MAX),
  measure('serializable values', serializable.register(), valueHistory),
]);

function measure(name: string, model: HistoryModel, history: readonly HistoryOperation[], atMost?: number, expected = 'no anomaly'): Row {
  const times: number[] = [];
  let verdict = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, system } = process.cpuUsage();
    verdict = model.judge(history)?.kind ?? 'no anomaly';
    const after = process.cpuUsage();
    times.push((after.user + after.system - user - system) / 1000);
  }
  const note = `${history.length} operations, ${CLIENTS} clients; ${verdict}`;
  const row = { name: `check: ${name}`, measured: median(times), unit: 'ms', note };
  // A verdict that is not the right one would make the time worthless.
  if (verdict !== expected) throw new Error(`${name}: ${verdict}`);
  return atMost === undefined ? row : { ...row, atMost };
}

/** The last read shows what was written first. */
function withStaleRead(history: readonly HistoryOperation[]): readonly HistoryOperation[] {
  const last = history.findLastIndex(({ name }) => name === 'read');
  const oldest = history.find(({ name }) => name === 'write')?.args[0];
  return history.map((operation, at) => (at === last ? { ...operation, result: oldest } : operation));
}
