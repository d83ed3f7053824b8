/** What a run was about, as far as its summary tells: the scenario, fuzz target or trace named on the command line. */
import { unreachable } from '../base/assert.ts';
import type { RunSummary } from '../trace/summary.ts';

export function subjectOf(summary: RunSummary): string | undefined {
  const args = summary.params.commandLine;
  const afterMode = args.slice(args.indexOf(summary.mode) + 1);
  const positional = afterMode.filter((arg, index) => !arg.startsWith('-') && !isFlagValue(afterMode[index - 1]));
  switch (summary.mode) {
    case 'test':
      return undefined;
    case 'run':
    case 'explore':
    case 'fuzz':
      return positional.find((arg) => target.test(arg)) ?? afterMode.find((arg) => target.test(arg)) ?? fileOfFinding(summary);
    case 'replay':
    case 'shrink':
      return positional[0] ?? fileOfFinding(summary);
    default:
      return unreachable(summary.mode);
  }
}

/** A scenario, simulation or campaign by its file, a function by its module and name. */
const target = /\.(?:fozzy|chaos|fuzz)\.(?:json|[cm]?[jt]s)(?:#|$)|\.[cm]?[jt]sx?#|^fn:|^scenario:/u;

/** Flags of the run-like commands that stand alone; every other long flag without `=` takes the next argument. */
const switches = new Set([
  '--json',
  '--no-color',
  '--strict',
  '--strict-verify',
  '--unsafe',
  '--det',
  '--mem-track',
  '--fail-on-leak',
  '--mem-artifacts',
  '--shrink',
  '--crash-only',
  '--step',
  '--dump-events',
  '--profile-regen',
  '--aggressive',
  '--fail-fast',
  '--',
]);

function isFlagValue(previous: string | undefined): boolean {
  return (
    previous !== undefined &&
    previous.startsWith('--') &&
    !previous.includes('=') &&
    !previous.startsWith('--no-') &&
    !switches.has(previous)
  );
}

function fileOfFinding(summary: RunSummary): string | undefined {
  return summary.findings.find((finding) => finding.location?.file !== undefined)?.location?.file;
}
