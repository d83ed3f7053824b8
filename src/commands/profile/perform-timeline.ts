/** `profile timeline`: everything in the order it happened, as data or as a page. */
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import { renderTimelineHtml } from '../../report/profile/timeline-html.ts';
import { timeDomainsOf, timelineOf } from '../../trace/profile/timeline.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { renderDocument } from '../../store/json-file.ts';
import { type LoadedProfile, loadProfile } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { codeHint } from './select-domains.ts';
import { writeContent } from './write-output.ts';

const SCHEMA = 'fozzy.profile_timeline.v1';

type ProfileHead = Omit<ProfileOutput<'timeline'>, 'format' | 'events' | 'content' | 'out'>;

export async function performProfileTimeline(options: Options, context: Context): Promise<CommandResult> {
  const loaded = await loadProfile(textOption(options, 'runOrTrace') ?? '', context);
  const out = textOption(options, 'out');
  const head: ProfileHead = { schemaVersion: SCHEMA, runId: loaded.runId, timeDomains: timeDomainsOf(loaded.profile) };
  if (textOption(options, 'format') === 'html') {
    const content = renderTimelineHtml(loaded.profile, `Run ${loaded.runId}`);
    return writeContent({ ...head, format: 'html', content }, content, 'html', out, context);
  }
  const events = timelineOf(loaded.profile);
  const document: ProfileOutput<'timeline'> = { ...head, format: 'json', events };
  if (out !== undefined)
    return writeContent({ ...head, format: 'json' }, renderDocument({ exporter: 'fozzy', ...document }), 'json', out, context);
  const table = renderTable(events, {
    columns: [
      { title: 'ms', text: ({ timeMs }) => String(timeMs), align: 'right' },
      { title: 'took', text: ({ durationMs }) => (durationMs === 0 ? '' : String(durationMs)), align: 'right' },
      { title: 'domain', text: ({ domain }) => domain },
      { title: 'who', text: ({ actor }) => actor },
      { title: 'what', text: ({ name }) => name },
    ],
    paint: context.paint,
  });
  return { document, exitCode: 0, text: events.length === 0 ? nothingHappened(loaded, context) : table };
}

/** A function has no virtual time in which anything could happen. */
function nothingHappened(loaded: LoadedProfile, { paint }: Context): string {
  const hint = codeHint(loaded);
  return joinLines(['nothing happened in virtual time', ...(hint === undefined ? [] : [`  ${paint.dim('hint:')} ${hint}`])]);
}
