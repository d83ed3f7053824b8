/**
 * One search in a process of its own, without the thread around it, so that its CPU time can be told from everything else. Everything in it
 * is what a fuzz worker runs; only its messages stay in the process.
 */
import { MessageChannel } from 'node:worker_threads';
import { SharedState } from '../src/fuzz/loop/shared-state.ts';
import type { FromWorker, SearchOrder, WorkerOrder } from '../src/fuzz/worker/protocol.ts';
import { runWorker } from '../src/fuzz/worker/worker-program.ts';

const MAX_INPUT_BYTES = 4096;

/** Every text the target is called with, on its way there; the number is that of the execution. */
export function hearTexts(heard: (executed: number, text: string) => void): void {
  const begin = Reflect.get(SharedState.prototype, 'beginText');
  SharedState.prototype.beginText = function (executed, text, made) {
    heard(executed, text);
    begin.call(this, executed, text, made);
  };
}

export interface SearchLane {
  /** Resolves when the search is over; `look` is called between bursts with the executions so far. */
  run(runs: number, look: (executed: number) => void): Promise<void>;
}

export async function openSearch(path: string, exported: string, cacheFolder: string): Promise<SearchLane> {
  const { port1: mine, port2: theirs } = new MessageChannel();
  const shared = SharedState.create(MAX_INPUT_BYTES * 2 + 64);
  const heard = (wanted: FromWorker['is']): Promise<void> =>
    new Promise((resolve, reject) => {
      mine.on('message', (message: FromWorker) => {
        if (message.is === wanted) resolve();
        else if (message.is === 'refused' || message.is === 'broken') reject(new Error(message.message));
      });
    });
  const ready = heard('ready');
  await runWorker(orderOf(path, exported, shared.memory, cacheFolder), theirs, {
    hosted: () => ({}),
    openDriven: () => Promise.reject(new Error('only functions are measured')),
    measure: () => Promise.reject(new Error('measured from outside')),
    openMeter: () => Promise.reject(new Error('measured from outside')),
  });
  await ready;
  return {
    async run(runs, look) {
      const searched = heard('searched');
      let next = setImmediate(function again() {
        look(shared.executed);
        // At its end a search waits for whatever is under way, which this would be.
        if (shared.executed < runs) next = setImmediate(again);
      });
      mine.postMessage({ is: 'search', order: searchOf(runs) });
      await searched;
      clearImmediate(next);
    },
  };
}

function orderOf(path: string, exported: string, memory: SharedArrayBuffer, cacheFolder: string): WorkerOrder {
  return {
    memory,
    root: process.cwd(),
    target: { path, exported, isDeclared: false, told: `${path}#${exported}` },
    laws: [],
    form: 'string',
    isProperty: false,
    expected: ['SyntaxError'],
    hangTimeoutMs: 10_000,
    maxInputBytes: MAX_INPUT_BYTES,
    allowHost: false,
    isolation: 'thread',
    isTimed: true,
    instrumented: [],
    cache: { folder: cacheFolder, version: 'bench' },
    isSearch: true,
  };
}

function searchOf(runs: number): SearchOrder {
  return {
    seed: { hi: 0, lo: 1 },
    generation: 0,
    executed: 0,
    runs,
    timeMs: undefined,
    resting: 0,
    stopsAtFirst: false,
    entries: [],
    buckets: [],
    deadly: [],
  };
}
