/**
 * Asks another thread of this process where it is, while it does not come back: the engine lets a debugger in wherever code can be interrupted, also in the
 * middle of a regular expression. One session serves all threads, from the first time somebody asks: Node attaches a thread to a session only once.
 */
import type { Session as InspectorSession } from 'node:inspector';

interface Attached {
  readonly params: { readonly sessionId: string; readonly workerInfo: { readonly title: string } };
}

interface Received {
  readonly params: { readonly message: string };
}

/** What the engine answers to an expression whose value is a text. */
interface Evaluated {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

class ThreadSampler {
  readonly #session: InspectorSession;
  /** By the numbers of threads. */
  readonly #attached = new Map<number, string>();
  readonly #asked = new Map<number, (text: string | undefined) => void>();
  #count = 0;

  constructor(session: InspectorSession) {
    this.#session = session;
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }: Attached) => {
      // Its own number for a worker is another one; the title names the thread.
      const thread = /^\[worker (?<number>\d+)\]/u.exec(workerInfo.title)?.groups?.['number'];
      if (thread !== undefined) this.#attached.set(Number(thread), sessionId);
    });
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }: Received) => this.#hear(params.message));
  }

  /** Never settles for a thread that cannot be interrupted: whoever asks has a limit anyway. */
  ask(threadId: number, expression: string): Promise<string | undefined> {
    const sessionId = this.#attached.get(threadId);
    if (sessionId === undefined) return Promise.resolve(undefined);
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      const message = JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression } });
      this.#session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, (error) => {
        if (error !== null) this.#answer(id, undefined);
      });
    });
  }

  #hear(message: string): void {
    const { id, result } = JSON.parse(message) as Evaluated; // by the protocol of the engine
    const value = result?.result?.value;
    if (id !== undefined) this.#answer(id, typeof value === 'string' ? value : undefined);
  }

  #answer(id: number, text: string | undefined): void {
    this.#asked.get(id)?.(text);
    this.#asked.delete(id);
  }
}

let sampler: Promise<ThreadSampler | undefined> | undefined;

/** The text the expression gives in that thread; undefined if it cannot be asked. */
export async function askThread(threadId: number, expression: string): Promise<string | undefined> {
  sampler ??= openSampler();
  return (await sampler)?.ask(threadId, expression);
}

/** There are builds of Node without a debugger. */
async function openSampler(): Promise<ThreadSampler | undefined> {
  try {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connect();
    const made = new ThreadSampler(session);
    await new Promise<void>((resolve, reject) => {
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, (error) => (error === null ? resolve() : reject(error)));
    });
    return made;
  } catch {
    return undefined;
  }
}
