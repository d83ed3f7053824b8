/** What a thread that does not come back says about itself when it is asked from outside; and how the answer travels. */
import { OutOfFuel, siteTable } from '../../sim/load/sites.ts';
import type { SharedState } from '../loop/shared-state.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import type { StuckWatch } from './stuck-watch.ts';

const NAME = '$fz$stuck';

/** An expression whose value is the answer. */
export const ASK_STUCK = `${NAME}()`;

export interface StuckCall {
  /** Which call it is about: the one somebody asked about may be over. */
  readonly beat: number;
  readonly finding: RawFinding;
}

/**
 * Asked about a call for the first time, it only looks, for the call goes on: to judge takes regular expressions, and the engine does not
 * survive it when they are used in the middle of one that then has to go on for long.
 */
export function answerStuck(shared: SharedState, watch: StuckWatch, judge: (error: Error) => RawFinding): void {
  let looked = -1;
  siteTable().answer(NAME, () => {
    const { beat } = shared;
    if (!shared.isRunning) return '';
    watch.look(beat);
    if (beat !== looked) {
      looked = beat;
      return '';
    }
    return JSON.stringify({ beat, finding: judge(new OutOfFuel()) } satisfies StuckCall);
  });
}

export function readStuck(text: string | undefined): StuckCall | undefined {
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as StuckCall); // written above, by the same build
}
