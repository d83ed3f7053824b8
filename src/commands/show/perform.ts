/** Replays a recorded run and tells its story; the events are made anew, so that they are there whether or not they were kept. */
import { compareReplay } from '../../campaign/replay-verdict.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { findingLines } from '../../report/finding-text.ts';
import { countText } from '../../report/quantity.ts';
import { statusLabel, statusPaint } from '../../report/status.ts';
import { renderStory, sourcePlace } from '../../report/story.ts';
import { storyLines } from '../../report/story-lines.ts';
import { joinLines, section } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Status } from '../../trace/summary.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { openTrace, recordedOf } from '../open-trace.ts';
import { switchOption, textOption } from '../option-values.ts';
import { followRecorded, placedFindings, replayInMemory, subjectOf } from '../recorded-subject.ts';
import { stepDescriber } from './describe-step.ts';

export interface ShownRun {
  readonly schemaVersion: string;
  readonly path: string;
  readonly runId: string;
  readonly name: string | null;
  readonly status: Status;
  readonly virtualTimeMs: number;
  /** False when the subject has changed so much that the recorded run cannot be made again. */
  readonly faithful: boolean;
  readonly events: readonly TraceEvent[];
  readonly findings: readonly Finding[];
}

export async function performShow(options: Options, context: Context): Promise<CommandResult> {
  const opened = openTrace(textOption(options, 'runOrTrace') ?? '', context);
  const { document } = opened.decoded;
  const subject = await subjectOf(opened, context);
  const exact = await replayInMemory(subject, opened, new EventSink());
  const recorded = recordedOf(opened.decoded);
  const isExact = compareReplay(recorded, exact).divergence === undefined;
  const followed = isExact ? undefined : await followRecorded(subject, opened, new EventSink());
  const outcome = followed?.outcome ?? exact;
  const name = document.simulation?.name ?? document.scenario?.['name'];
  const shown: ShownRun = {
    schemaVersion: 'fozzy.show.v1',
    path: opened.path,
    runId: document.summary.identity.runId,
    name: typeof name === 'string' ? name : null,
    status: outcome.status,
    virtualTimeMs: outcome.virtualTimeMs,
    faithful: isExact || followed !== undefined,
    events: outcome.events,
    findings: placedFindings(subject, outcome.findings, recorded.findings),
  };
  const all = switchOption(options, 'all') === true;
  return { document: shown, exitCode: 0, text: showText(shown, { all, describeStep: stepDescriber(document.scenario) }, context) };
}

interface Telling {
  readonly all: boolean;
  readonly describeStep: ReturnType<typeof stepDescriber>;
}

function showText(shown: ShownRun, { all, describeStep }: Telling, context: Context): string {
  const { paint } = context;
  const style = { paint, widthMax: context.columns };
  const status = paint.bold(statusPaint(shown.status, paint)(statusLabel(shown.status)));
  const untold = all ? 0 : storyLines(shown.events, describeStep).filter(({ weight }) => weight === 0).length;
  const [first] = shown.findings;
  // A finding with a line of its own has told it already.
  const place = first?.location?.line === undefined ? sourcePlace(first) : undefined;
  return joinLines([
    `${status}  ${paint.bold(visibleLine(shown.name ?? ''))}  ${paint.dim(`${shown.virtualTimeMs} ms of virtual time`)}`,
    ...(shown.faithful
      ? []
      : [paint.yellow('this is not what was recorded: the subject has changed since. `fozzy replay` names the first difference')]),
    '',
    ...renderStory(shown.events, { ...style, all, describeStep }),
    ...(untold === 0 ? [] : ['', paint.dim(`${countText(untold, 'thing')} that tell little are left out; --all shows them`)]),
    ...section(
      shown.findings.length === 0 ? 'nothing failed' : 'it failed',
      shown.findings.flatMap((finding) => findingLines(withoutStack(finding), style)),
      paint,
    ),
    ...(place === undefined ? [] : [`      ${paint.dim('at')} ${paint.cyan(place)}`]),
  ]);
}

/** Its place is told on a line of its own; the frames are in the JSON document. */
function withoutStack(finding: Finding): Finding {
  const details = finding.location?.details;
  if (finding.location === undefined || details?.['stack'] === undefined) return finding;
  const { stack: _stack, ...rest } = details;
  return { ...finding, location: { ...finding.location, details: rest } };
}
