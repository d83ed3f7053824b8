/** What recording costs: the same runs with the decision log and without it; and what observing costs. */
import { DecisionLog } from '../src/decide/log.ts';
import { EventSink } from '../src/engine/event-sink.ts';
import { compareLanes, type Lane } from './lanes.ts';
import { report } from './row.ts';
import { mixedWork } from './sample-programs.ts';
import { runSeed, subjectOf } from './subject.ts';

const ROUNDS = 2000;
const LANE_ROUNDS = 151;
const MAX_OVERHEAD_PERCENT = 10;

const lanes = {
  recorded: lane(() => undefined),
  unrecorded: () => {
    forgetDecisions();
    return lane(() => undefined)();
  },
  observed: lane(() => new EventSink()),
};

await compareLanes(lanes, LANE_ROUNDS, ({ recorded, unrecorded, observed }) => {
  report([
    {
      name: 'recording decisions',
      measured: (recorded.nsPerUnit / unrecorded.nsPerUnit - 1) * 100,
      unit: '% more time',
      atMost: MAX_OVERHEAD_PERCENT,
      note: `${Math.round(unrecorded.nsPerUnit)} ns a step without, ${Math.round(recorded.nsPerUnit)} ns with`,
    },
    {
      name: 'observing events',
      measured: (observed.nsPerUnit / recorded.nsPerUnit - 1) * 100,
      unit: '% more time',
      note: `${Math.round(observed.nsPerUnit)} ns a step`,
    },
  ]);
});

function lane(sink: () => EventSink | undefined): Lane {
  return () => {
    const subject = subjectOf(mixedWork(ROUNDS));
    let seed = 0;
    return () => {
      seed += 1;
      return runSeed(subject, seed, sink()).stepsExecuted;
    };
  };
}

/** Only in the process of this lane: appending does nothing. A subclass would leave the real methods in the way of the optimiser. */
function forgetDecisions(): void {
  const nothing = () => undefined;
  const appends = {
    append1: nothing,
    append2: nothing,
    append3: nothing,
    append4: nothing,
    append5: nothing,
    appendPick: nothing,
    appendPayload: nothing,
  };
  Object.assign(DecisionLog.prototype, appends);
}
