/** From the fingerprint of a finding to the newest trace that shows it. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { checkRun } from '../../store/integrity.ts';
import { scanRuns } from '../../store/scan-runs.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { Context } from '../context.ts';
import { readTrace } from '../open-trace.ts';

/** The path of the trace; undefined for a text that is no fingerprint. */
export function traceOfFingerprint(text: string, { cwd, config }: Context): string | undefined {
  if (!/^[0-9a-f]{16}$/u.test(text)) return undefined;
  for (const { directory, kind } of scanRuns(resolve(cwd, config.baseDir))) {
    const check = kind === 'finished' ? checkRun(directory) : undefined;
    if (check?.kind !== 'complete') continue;
    // A replay repeats the finding of the trace it was made from and has none of its own.
    const { report, tracePath, tracePaths } = check.run;
    if (!report.findings.some(({ fingerprint }) => fingerprint === text)) continue;
    const all = tracePath === undefined ? tracePaths : [tracePath, ...tracePaths];
    const found = all.find((path) => failureOf(decodeTrace(readTrace(path), path).document.summary.findings)?.fingerprint === text);
    if (found !== undefined) return found;
  }
  throw new FozzyError('selector_not_found', `no recorded run has a trace of the finding ${text}`, {
    hint: 'list recorded runs with `fozzy runs ls`; `fozzy report show <run>` lists their findings',
  });
}
