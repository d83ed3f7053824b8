/** `profile explain`: in one sentence what changed against another run, or where the time of this one went. */
import { renderExplanation } from '../../report/profile/top-text.ts';
import { explainDiff, explainOne, type Explanation } from '../../trace/profile/explain.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { type LoadedProfile, loadProfile } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { codeHint } from './select-domains.ts';

const SCHEMA = 'fozzy.profile_explain.v1';

export async function performProfileExplain(options: Options, context: Context): Promise<CommandResult> {
  const right = await loadProfile(textOption(options, 'runOrTrace') ?? '', context);
  const other = textOption(options, 'diffWith');
  const left = other === undefined ? undefined : await loadProfile(other, context);
  const explanation = left === undefined ? explainOne(right.profile) : explainDiff(left.profile, right.profile);
  const document = explainDocument(explanation, left, right);
  const style = { paint: context.paint, widthMax: context.columns };
  return { document, exitCode: 0, text: renderExplanation(explanation, document.evidencePointers, document.hint, style) };
}

export function explainDocument(explanation: Explanation, left: LoadedProfile | undefined, right: LoadedProfile): ProfileOutput<'explain'> {
  const { regressionStatement, topShiftedPath, likelyCauseDomain, evidence } = explanation;
  const pointers = evidence.flatMap((each) => (each.side === 'right' ? right : left)?.pointerTo(each) ?? []);
  // Nothing to tell about code that was never measured.
  const hint = left === undefined && likelyCauseDomain === 'none' ? codeHint(right) : undefined;
  return {
    schemaVersion: SCHEMA,
    run: right.runId,
    diffWith: left?.runId ?? null,
    regressionStatement,
    topShiftedPath,
    likelyCauseDomain,
    evidencePointers: [...new Set(pointers)],
    ...(hint === undefined ? {} : { hint }),
  };
}
