/** Bytes of decision log in a trace, per decision, as they lie on disk: packed, deflated, in base64. */
import { packLog } from '../src/decide/log-codec.ts';
import { report, type Row } from './row.ts';
import { mixedWork, networkWork, randomWork } from './sample-programs.ts';
import { runSeed, subjectOf } from './subject.ts';

const MAX_BYTES = 2;

const samples = [
  measure('parallel tasks and loops', mixedWork(715)),
  measure('one random number in ten decisions', randomWork(500)),
  measure('network deliveries, reordered and dropped', networkWork(770)),
];
const bytes = samples.reduce((sum, sample) => sum + sample.bytes, 0);
const decisions = samples.reduce((sum, sample) => sum + sample.decisions, 0);

report([
  ...samples.map(
    (sample): Row => ({
      name: `trace: ${sample.name}`,
      measured: sample.bytes / sample.decisions,
      unit: 'bytes/decision',
      note: `${sample.decisions} decisions`,
    }),
  ),
  { name: 'trace: all together', measured: bytes / decisions, unit: 'bytes/decision', atMost: MAX_BYTES, note: `${decisions} decisions` },
]);

function measure(name: string, steps: readonly object[]): { readonly name: string; readonly bytes: number; readonly decisions: number } {
  const { log } = runSeed(subjectOf(steps), 1);
  return { name, bytes: packLog(log, { hi: 0, lo: 1 }).data.length, decisions: log.length };
}
