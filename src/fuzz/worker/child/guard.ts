/**
 * A thread beside the program in its process. It hears what the one that started the process says, and when there is nobody left to say
 * anything, it ends the process at once, however busy the program is: nothing stays behind.
 */
import { Socket } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import { SharedState } from '../../loop/shared-state.ts';
import { ASK_STUCK } from '../stuck-call.ts';
import { FrameReader, writeFrame } from './frames.ts';
import type { FromChild, ToChild } from './child-protocol.ts';
import { publishRss } from './state-file.ts';

const RSS_EVERY_MS = 50;

export interface GuardOrder {
  readonly memory: SharedArrayBuffer;
  readonly listensTo: number;
  readonly speaksTo: number;
  readonly stateFile: number;
  readonly pageBytes: number;
}

export function guard({ memory, listensTo, speaksTo, stateFile, pageBytes }: GuardOrder, port: MessagePort): void {
  const state = new SharedState(memory);
  const frames = new FrameReader();
  const line = new Socket({ fd: listensTo, readable: true, writable: false });
  line.on('data', (piece: Buffer) => {
    for (const message of frames.read(piece)) {
      // Reason for the cast: it was written by the parent, which is of the same build.
      const told = message as ToChild;
      if (told.is === 'stop') state.stop();
      else if (told.is === 'ask') void askProgram().then((text) => writeFrame(speaksTo, { is: 'answer', text } satisfies FromChild));
      else port.postMessage(told);
    }
  });
  const end = (): void => {
    process.kill(process.pid, 'SIGKILL');
  };
  line.on('end', end);
  line.on('error', end);
  setInterval(() => publishRss(stateFile, pageBytes, process.memoryUsage.rss()), RSS_EVERY_MS);
}

/** The engine lets a debugger in while the program does not come back. */
async function askProgram(): Promise<string> {
  try {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connectToMainThread();
    const text = await new Promise<unknown>((resolve) => {
      session.post('Runtime.evaluate', { expression: ASK_STUCK }, (_error, answer) => resolve(answer?.result?.value));
    });
    session.disconnect();
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
