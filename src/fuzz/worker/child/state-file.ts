/**
 * The state of a program in another process. Memory cannot be shared with it and is lost when it dies, so it writes what it is about to do
 * into a file without a name, which both have open and nobody has to delete. The last inputs are kept as well: what ends a process may
 * have been started by an earlier one.
 */
import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextWords } from '../../input/unit-text.ts';
import { SharedState } from '../../loop/shared-state.ts';

const RECENT = 16;
const MB = 1024 * 1024;

interface Layout {
  readonly pageBytes: number;
  readonly rssAt: number;
}

/** One page for what is happening now, one for each of the last inputs, and how much memory the process takes. */
function layoutOf(pageBytes: number): Layout {
  return { pageBytes, rssAt: (1 + RECENT) * pageBytes };
}

/** As the process itself sees it: everything is written down before it happens. */
export class PublishedState extends SharedState {
  readonly #fd: number;
  /** What is told of the moment. */
  readonly #page: Uint8Array;
  #turn = 0;

  constructor(fd: number, inputMax: number) {
    super(SharedState.create(inputMax).memory);
    this.#fd = fd;
    this.#page = new Uint8Array(SharedState.pageBytes(inputMax));
  }

  override begin(executed: number, bytes: Uint8Array): void {
    super.begin(executed, bytes);
    this.#publish();
  }

  override beginText(executed: number, text: string, made: TextWords | undefined): void {
    super.beginText(executed, text, made);
    this.#publish();
  }

  override resume(): void {
    super.resume();
    this.#publishHead();
  }

  override end(): void {
    super.end();
    this.#publishHead();
  }

  override tell(blocks: number, features: number, entries: number, buckets: number): void {
    super.tell(blocks, features, entries, buckets);
    this.#publishHead();
  }

  #publish(): void {
    const page = this.page(this.#page);
    writeSync(this.#fd, page, 0, page.length, 0);
    this.#turn = (this.#turn + 1) % RECENT;
    writeSync(this.#fd, page, 0, page.length, (1 + this.#turn) * this.#page.length);
  }

  #publishHead(): void {
    writeSync(this.#fd, this.page(this.#page), 0, this.headBytes, 0);
  }
}

/** Called by the guard of the process, which is awake however busy the program is. */
export function publishRss(fd: number, pageBytes: number, rss: number): void {
  const word = Uint32Array.of(Math.ceil(rss / MB));
  writeSync(fd, word, 0, 4, layoutOf(pageBytes).rssAt);
}

/** As the one that started it sees it. */
export class StateFile {
  readonly fd: number;
  readonly state: SharedState;
  readonly #layout: Layout;
  readonly #bytes: Uint8Array;

  constructor(inputMax: number) {
    const path = join(tmpdir(), `fozzy-fuzz-${process.pid}-${crypto.randomUUID()}`);
    this.fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    this.state = new SharedState(new SharedArrayBuffer(SharedState.pageBytes(inputMax)));
    this.#bytes = new Uint8Array(this.state.memory);
    this.#layout = layoutOf(this.#bytes.length);
    ftruncateSync(this.fd, this.#layout.rssAt + 4);
  }

  get pageBytes(): number {
    return this.#layout.pageBytes;
  }

  refresh(): void {
    readSync(this.fd, this.#bytes, 0, this.#bytes.length, 0);
  }

  rss(): number {
    const word = new Uint32Array(1);
    readSync(this.fd, word, 0, 4, this.#layout.rssAt);
    return (word[0] ?? 0) * MB;
  }

  /** The newest first. */
  recent(): readonly Uint8Array[] {
    const pages = Array.from({ length: RECENT }, (_each, index) => {
      const page = new SharedState(new SharedArrayBuffer(this.#layout.pageBytes));
      readSync(this.fd, new Uint8Array(page.memory), 0, this.#layout.pageBytes, (1 + index) * this.#layout.pageBytes);
      return page;
    });
    return pages
      .filter(({ beat }) => beat !== 0)
      .toSorted((a, b) => b.beat - a.beat)
      .map((page) => page.lastInput());
  }

  close(): void {
    closeSync(this.fd);
  }
}
