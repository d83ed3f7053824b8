/** The program of a process in which a target runs: what a worker does, with pipes and a file where that has messages and memory. */
import { setImmediate } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { SharedState } from '../../loop/shared-state.ts';
import type { RawFinding } from '../../oracle/raw-finding.ts';
import type { ToWorker } from '../protocol.ts';
import { runWorker, type WorkerHost, type WorkerPort } from '../worker-program.ts';
import { type FromChild, LISTENS_TO, SPEAKS_TO, STATE_FILE, type ToChild } from './child-protocol.ts';
import { writeFrame } from './frames.ts';
import type { GuardOrder } from './guard.ts';
import { PublishedState } from './state-file.ts';

/** `program` is the file this process was started from, which is the one of its guard as well. */
export function runChild(program: string, inputMax: number, host: WorkerHost): void {
  const state = new PublishedState(STATE_FILE, inputMax);
  const say = (message: FromChild): void => writeFrame(SPEAKS_TO, message);
  const pageBytes = SharedState.pageBytes(inputMax);
  const order: GuardOrder = { memory: state.memory, listensTo: LISTENS_TO, speaksTo: SPEAKS_TO, stateFile: STATE_FILE, pageBytes };
  const guard = new Worker(program, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: 64 } });
  const hear: ((message: ToWorker) => void)[] = [];
  guard.on('message', (message: ToChild) => {
    if (message.is === 'stop' || message.is === 'ask') return;
    if (message.is !== 'open') {
      for (const listener of hear) listener(message);
      return;
    }
    const port: WorkerPort = { postMessage: say, on: (_event, listener) => hear.push(listener) };
    const lastWords = (finding: RawFinding): void => say({ is: 'ending', finding, beat: state.beat });
    runWorker({ ...message.order, memory: state.memory }, port, { ...host, own: { state, lastWords } }).catch((error: unknown) => {
      setImmediate(() => {
        throw error;
      });
    });
  });
}
