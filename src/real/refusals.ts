/** What a found run needs that real Node on one computer cannot be given; each with the reason a reader gets. */
import type { TraceEvent } from '../trace/event.ts';
import { isFault } from './found-faults.ts';
import type { FoundStep } from './found-order.ts';

/** Faults that come down to holding something back, or that can be inflicted for real. */
const POSSIBLE: ReadonlySet<string> = new Set([
  ...['latency', 'disk-latency', 'loss', 'clog', 'pause', 'reset', 'refuse', 'crash'],
  ...['disk-io-error', 'disk-full', 'disk-sync-failure'],
]);

const REASONS: Readonly<Record<string, string>> = {
  clock_step: 'a clock that jumps: processes of one computer share its clock',
  clock_drift: 'a clock that drifts: processes of one computer share its clock',
  clock_swing: 'a clock that goes ahead and behind: processes of one computer share its clock',
  out_of_memory: 'a process that runs out of memory at a given moment, which the system does not do on request',
  terminate: 'a signal at a given moment of the program, which the system delivers when it likes',
  'disk-short-read': 'a disk that gives less than there is, which no real file system does on request',
  'disk-short-write': 'a disk that takes less than it was given, which no real file system does on request',
  'disk-misdirected-read': 'a disk that reads at the wrong place, which no real file system does on request',
  'disk-corrupt-read': 'a disk that reads wrong bytes, which no real file system does on request',
  partition: 'a network that is cut: there is none between processes of one computer',
  fin: 'a connection that ends with unread data, which the system does not do on request',
  half_open: 'a connection of which one end is gone without a word, which the system does not do on request',
  segmentation: 'bytes that arrive in certain pieces, which the system decides by itself',
};

/** Labels of what is simulated but cannot be held back on real Node. */
const OUT_OF_REACH: readonly (readonly [RegExp, string])[] = [
  [/^dgram\./u, 'datagrams'],
  [/^worker\.|^message$|^port\.close$/u, 'worker threads'],
  [/^child\./u, 'child processes'],
  [/^fs watch/u, 'watched files'],
];

export function cannotBeGiven(steps: readonly FoundStep[], events: readonly TraceEvent[]): string | undefined {
  for (const event of events) {
    const { name, fields } = event;
    if (name === 'crash' && fields['mode'] === 'power-loss')
      return 'it needs a power loss: which of the writes that were not synced survive is up to the cache of the system, which outlives every process and cannot be told';
    if (name === 'become') return 'it needs a node that comes back as another program, which confirmations cannot do';
    if (name === 'skew') return `it needs ${REASONS['clock_step']}`;
    if (!isFault(event)) continue;
    const type = typeof fields['type'] === 'string' ? fields['type'] : '';
    if (POSSIBLE.has(type)) continue;
    return `it needs ${REASONS[type] ?? `the fault '${type}', which real Node cannot be given`}`;
  }
  for (const { label } of steps) {
    const found = OUT_OF_REACH.find(([pattern]) => pattern.test(label));
    if (found !== undefined) return `it needs ${found[1]}, whose events cannot be held back on real Node`;
  }
  return undefined;
}
