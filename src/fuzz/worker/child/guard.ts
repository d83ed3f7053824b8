/**
 * A thread beside the program in its process. It hears what the one that started the process says, and when there is nobody left to say
 * anything, it ends the process at once, however busy the program is: nothing stays behind.
 */
import { Socket } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import { SharedState } from '../../loop/shared-state.ts';
import { FrameReader } from './frames.ts';
import type { ToChild } from './child-protocol.ts';
import { publishRss } from './state-file.ts';

const RSS_EVERY_MS = 50;

export interface GuardOrder {
  readonly memory: SharedArrayBuffer;
  readonly listensTo: number;
  readonly stateFile: number;
}

export function guard({ memory, listensTo, stateFile }: GuardOrder, port: MessagePort): void {
  const state = new SharedState(memory);
  const frames = new FrameReader();
  const line = new Socket({ fd: listensTo, readable: true, writable: false });
  line.on('data', (piece: Buffer) => {
    for (const message of frames.read(piece)) {
      // Reason for the cast: it was written by the parent, which is of the same build.
      const told = message as ToChild;
      if (told.is === 'stop') state.stop();
      else port.postMessage(told);
    }
  });
  const end = (): void => {
    process.kill(process.pid, 'SIGKILL');
  };
  line.on('end', end);
  line.on('error', end);
  setInterval(() => publishRss(stateFile, memory.byteLength, process.memoryUsage.rss()), RSS_EVERY_MS);
}
