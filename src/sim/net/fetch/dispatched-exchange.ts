/** One request of a fetch and its response, through a dispatcher of undici: a mock, a proxy, one that tries again. */
import { type Answer, type Exchange, headerOf, headerPairs, type Outgoing, WITHOUT_BODY } from './answer.ts';
import type { DispatchHandler, Dispatcher } from './dispatcher.ts';
import { fetchFailed } from './fetch-error.ts';
import { fetchResponse } from './fetch-response.ts';
import { headerList } from './header-list.ts';
import { ResponseBody } from './response-body.ts';

/** The dispatcher writes these itself. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

export class DispatchedExchange implements Exchange, DispatchHandler {
  readonly #signal: AbortSignal | undefined;
  readonly #head: Promise<Answer>;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #stop: (reason?: unknown) => void = () => undefined;
  #body: ResponseBody | undefined;
  #resume: () => void = () => undefined;
  #isPaused = false;
  #isDismissed = false;

  constructor(dispatcher: Dispatcher, url: URL, outgoing: Outgoing, signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal?.addEventListener('abort', this.#abort, { once: true });
    const { method } = outgoing;
    const bytes = outgoing.body ?? null;
    // A mock compares the body with a text; the real fetch hands it over as one, too.
    const body = dispatcher.isMockActive === true && bytes instanceof Buffer ? bytes.toString() : bytes;
    const headers = headersOf(url, outgoing);
    try {
      dispatcher.dispatch({ path: url.pathname + url.search, origin: url.origin, method, headers, body, maxRedirections: 0 }, this);
    } catch (error) {
      this.onError(error);
    }
  }

  head(): Promise<Answer> {
    return this.#head;
  }

  readonly #abort = (): void => {
    const reason: unknown = this.#signal?.reason;
    this.#reject(reason);
    this.#body?.fail(reason);
    this.#stop(reason);
  };

  onConnect(abort: (reason?: unknown) => void): void {
    this.#stop = abort;
    if (this.#signal?.aborted === true) this.#abort();
  }

  onHeaders(status: number, headers: readonly (Uint8Array | string)[], resume: () => void, statusText: string): boolean {
    // A hint that the answer is yet to come.
    if (status < 200) return true;
    const rawHeaders = headers.map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('latin1')));
    const answer: Answer = { status, statusText, rawHeaders };
    this.#resume = resume;
    this.#body = new ResponseBody(
      {
        resume: () => this.#goOn(),
        pause: () => {
          this.#isPaused = true;
        },
        went: () => undefined,
        over: () => this.#over(),
        cancelled: () => this.#stop(),
      },
      headerOf(answer, 'content-encoding'),
    );
    this.#resolve(answer);
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (!this.#isDismissed) this.#body?.came(chunk);
    return !this.#isPaused;
  }

  onComplete(): void {
    this.#over();
    this.#body?.ended();
  }

  onError(error: unknown): void {
    this.#over();
    this.#reject(fetchFailed(error));
    this.#body?.failed(error);
  }

  #goOn(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#resume();
  }

  #over(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  response(answer: Answer, url: string, redirected: boolean, method: string): Response {
    const { status, statusText } = answer;
    const isEmpty = WITHOUT_BODY.has(status) || method === 'HEAD';
    if (isEmpty) this.dismiss();
    const body = isEmpty ? null : (this.#body?.stream ?? null);
    return fetchResponse(body, { status, statusText, headers: headerPairs(answer) }, { url, redirected });
  }

  dismiss(): void {
    this.#isDismissed = true;
    this.#over();
    this.#goOn();
  }
}

function headersOf(url: URL, outgoing: Outgoing): Record<string, string> {
  const list = headerList(url, outgoing, url.protocol === 'https:');
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < list.length; at += 2) {
    const name = list[at] ?? '';
    // Without being asked, the dispatcher names the host of the origin.
    const isOwn = OF_THE_CONNECTION.has(name) || (name === 'host' && !outgoing.headers.has('host'));
    if (!isOwn) headers[name] = list[at + 1] ?? '';
  }
  return headers;
}
