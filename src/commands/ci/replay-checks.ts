/** What a replay in memory says about a recording, one answer per part. */
import { compareParts, divergenceFinding, fingerprintsOf, type Recorded, type ReplayVerdict } from '../../campaign/replay-verdict.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Finding } from '../../trace/finding.ts';
import { isWarning } from '../../trace/finding-codes.ts';
import type { MemorySummary } from '../../trace/summary.ts';
import type { CiCheck } from './check.ts';

export interface ReplayChecks {
  readonly outcomeClass: CiCheck;
  readonly divergence: CiCheck;
  readonly warningParity: CiCheck;
  readonly memoryParity: CiCheck;
}

export function replayChecks(recorded: Recorded, outcome: Outcome, file: string): ReplayChecks {
  const { decisions, events, failures, warnings, memory, status } = compareParts(recorded, outcome);
  const check = (name: string, verdict: ReplayVerdict | undefined, agreed: string): CiCheck => {
    const difference = verdict === undefined ? undefined : divergenceFinding(verdict, file);
    return { name, ok: difference === undefined, detail: difference?.message ?? agreed };
  };
  return {
    outcomeClass: outcomeClass(recorded, outcome, failures === undefined && status === undefined),
    divergence: check(
      'replay_divergence',
      decisions ?? events ?? memory,
      `decisions=${recorded.decisionCount} events=${recorded.events.length}`,
    ),
    warningParity: check(
      'replay_warning_parity',
      warnings,
      `warnings=${list(outcome.findings.filter(warns).map((finding) => finding.title))}`,
    ),
    memoryParity: check('replay_memory_parity', memory, `memory=${memoryText(outcome.memory?.summary)}`),
  };
}

/** Both sides are told in full: which of them is right is for the reader to say. */
function outcomeClass(recorded: Recorded, outcome: Outcome, ok: boolean): CiCheck {
  const told = outcomeText(outcome.status, outcome.findings);
  const detail = ok ? told : `recorded ${outcomeText(recorded.status, recorded.findings)}, replayed ${told}`;
  return { name: 'replay_outcome_class', ok, detail };
}

function outcomeText(status: string, findings: readonly Finding[]): string {
  return `status=${status} fingerprints=${list(fingerprintsOf(findings.filter((finding) => !warns(finding))))}`;
}

function memoryText(memory: MemorySummary | undefined): string {
  return memory === undefined ? '<none>' : `peak:${memory.peakBytes} leaked:${memory.leakedBytes}`;
}

function warns(finding: Finding): boolean {
  return isWarning(finding.title);
}

export function list(items: readonly string[]): string {
  return items.length === 0 ? '<none>' : items.join(',');
}
