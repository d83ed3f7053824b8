/** A disk that refuses costs files, not what was found out: the error tells it. */
import { asJson } from '../base/as-json.ts';
import { FozzyError } from '../base/problem.ts';
import type { RunSummary } from '../trace/summary.ts';

/** The work of a long run is not thrown away because one of its targets was taken. */
export function keptElsewhere(refusal: FozzyError, summary: RunSummary): FozzyError {
  const { runId, tracePath, reportPath } = summary.identity;
  return new FozzyError(refusal.code, `${refusal.message} (the run was kept as ${runId})`, {
    hint: refusal.hint,
    details: { ...refusal.details, runId, reportPath, ...(tracePath === undefined ? {} : { tracePath }) },
    cause: refusal,
  });
}

/** Nothing of the run is on the disk, so its verdict and all it found go with the error. */
export function notKept(refusal: FozzyError, { status, identity, findings }: RunSummary): FozzyError {
  const [first] = findings;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const found = first === undefined ? '' : `: ${first.title}: ${first.message}${more}`;
  return new FozzyError(refusal.code, `${refusal.message}; the run, seed ${identity.seed}, is not kept; it ended with ${status}${found}`, {
    hint: refusal.hint,
    details: { ...refusal.details, notKept: { status, seed: identity.seed, findings: asJson(findings) } },
    cause: refusal,
  });
}
