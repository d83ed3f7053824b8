/**
 * One line at the bottom of the terminal that shows what is going on and removes itself when there
 * is something lasting to say. It draws when an event comes and, so that long steps look alive,
 * on a timer that never keeps the process up.
 */
import type { Paint } from '../report/paint.ts';
import type { ProgressEvent } from '../report/progress.ts';
import type { ProgressView } from '../report/progress-text.ts';
import { advanceProgress, emptyProgress, renderLiveLine } from '../report/progress-text.ts';
import type { Stream } from './terminal.ts';

/** Faster is not seen, slower looks stuck. */
const drawEveryMs = 80;
const SPARE = '^C'.length + 1;
const eraseLine = '\r\u001b[2K';

export class LiveLine {
  readonly #stream: Stream;
  readonly #paint: Paint;
  #view: ProgressView | undefined;
  #startedAt = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #drawn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Stream, paint: Paint) {
    this.#stream = stream;
    this.#paint = paint;
  }

  advance(event: ProgressEvent): void {
    if (this.#view === undefined) this.#begin(event.command);
    this.#view = advanceProgress(this.#view ?? emptyProgress(event.command), event);
    if (event.event === 'finished') this.stop();
    else if (performance.now() - this.#drawnAt >= drawEveryMs) this.#draw();
  }

  /** Makes room for lasting text; the line comes back with the next drawing. */
  erase(): void {
    if (!this.#drawn) return;
    this.#stream.write(eraseLine);
    this.#drawn = false;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#view = undefined;
    this.erase();
  }

  #begin(command: string): void {
    this.#startedAt = performance.now();
    this.#view = emptyProgress(command);
    this.#timer = setInterval(() => this.#draw(), drawEveryMs);
    this.#timer.unref();
  }

  #draw(): void {
    if (this.#view === undefined) return;
    this.#drawnAt = performance.now();
    // A full line would wrap on some terminals, and the ^C that one prints behind it on all: what is wrapped could not be erased.
    const widthMax = Math.max(1, Math.min(this.#stream.columns, 200) - SPARE);
    const line = renderLiveLine(this.#view, { paint: this.#paint, widthMax, elapsedMs: this.#drawnAt - this.#startedAt });
    this.#stream.write(`${eraseLine}${line}`);
    this.#drawn = true;
  }
}
