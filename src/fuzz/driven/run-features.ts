/**
 * What a run reached, as counters like those of code: which steps ended how, which event followed which, and the blocks of code that ran.
 * Names are hashed; a hundred scenarios fill a fraction of the counters, and two names in one place cost a bit of guidance, never truth.
 */
import type { TraceEvent } from '../../trace/event.ts';

/** The lower half is for code, the upper one for events. */
const HALF = 1 << 15;
const COUNT_MAX = 0xffff;

export class RunFeatures {
  readonly counters = new Uint16Array(HALF * 2);

  note(events: readonly TraceEvent[], blocks: readonly number[]): void {
    for (const block of blocks) this.#count(block % HALF);
    const places = new Map<string, string>();
    let before = '';
    for (const event of events) {
      const { name, fields } = event;
      const span = wordIn(fields, 'span');
      if (name === 'span_start') places.set(span, wordIn(fields, 'step_path'));
      const outcome = wordIn(fields, 'status', 'result');
      const about = wordIn(fields, 'node', 'machine');
      // Rounds of a loop are one step here; how often it came round is a class of the counter.
      this.#count(HALF + (hash(`${name} ${places.get(span) ?? ''} ${outcome} ${about}`) % HALF));
      this.#count(HALF + (hash(`${before} > ${name} ${outcome}`) % HALF));
      before = name;
    }
  }

  #count(at: number): void {
    const count = this.counters[at] ?? 0;
    if (count < COUNT_MAX) this.counters[at] = count + 1;
  }
}

/** The first of these members that is a text. */
function wordIn(fields: TraceEvent['fields'], ...keys: readonly string[]): string {
  const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
}

/** FNV-1a over code units. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return (state ^ (state >>> 15)) >>> 0;
}
