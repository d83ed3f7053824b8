/**
 * The place of a finding made from the scenario inside a trace. That copy has lost its line breaks, so
 * its lines are nobody's; only a recorded finding still knows the line of the user's file.
 */
import type { Finding } from '../trace/finding.ts';

export function placedAs(finding: Finding, recorded: readonly Finding[]): Finding {
  if (finding.location === undefined) return finding;
  const { line: _line, col: _col, ...place } = finding.location;
  const known = recorded.find((other) => other.fingerprint === finding.fingerprint)?.location;
  const { line, col } = known ?? {};
  return {
    ...finding,
    location: { ...place, ...(line === undefined ? {} : { line }), ...(line === undefined || col === undefined ? {} : { col }) },
  };
}
