/** `map hotspots`: the riskiest source files and why. */
import { FozzyError } from '../../base/problem.ts';
import { progressEvent } from '../../report/progress.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';
import type { HotspotsDocument } from './documents.ts';
import { suitesFor } from './suite-policy.ts';
import { confidenceOf, Deadline, type Survey, surveySources } from './survey.ts';

export const MIN_RISK = 60;
const RISK_MAX = 100;
const LIMIT = 50;

export async function performMapHotspots(options: Options, context: Context): Promise<CommandResult> {
  const minRisk = minRiskOf(options);
  const limit = numberOption(options, 'limit') ?? LIMIT;
  context.progress(progressEvent('map', { event: 'started' }));
  const survey = await surveySources(textOption(options, 'root') ?? '.', context, new Deadline(context));
  const found = survey.files.filter(({ riskScore }) => riskScore >= minRisk);
  const hotspots = found.slice(0, limit).map(({ file: _file, blake3: _blake3, ...hotspot }) => {
    const policy = { profile: 'pedantic', shrinkPolicy: 'no-known-failures', hasKnownFailure: false } as const;
    return { ...hotspot, recommendedSuites: suitesFor(hotspot.signals, policy) };
  });
  const document: HotspotsDocument = {
    schemaVersion: 'fozzy.map_hotspots.v3',
    root: survey.root,
    minRisk,
    scannedFiles: survey.scannedFiles,
    totalHotspots: found.length,
    returnedHotspots: hotspots.length,
    truncated: hotspots.length < found.length,
    hotspots,
    ...degradation(survey),
  };
  const table = renderTable(hotspots, {
    columns: [
      { title: 'risk', text: ({ riskScore }) => String(riskScore), align: 'right' },
      { title: 'file', text: ({ path }) => path },
      { title: 'because of', text: ({ reasons }) => reasons.slice(0, 3).join(', ') },
    ],
    paint: context.paint,
    widthMax: context.columns,
  });
  const summary = `${found.length} of ${survey.scannedFiles} files have a risk of ${minRisk} or more`;
  return {
    document,
    exitCode: 0,
    text: joinLines([...(hotspots.length === 0 ? [] : [table, '']), summary, ...degradedLines(survey, context)]),
  };
}

export function minRiskOf(options: Options): number {
  const minRisk = numberOption(options, 'minRisk') ?? MIN_RISK;
  if (minRisk > RISK_MAX)
    throw new FozzyError('usage', `--min-risk ${minRisk} is above ${RISK_MAX}`, { hint: `risk goes from 0 to ${RISK_MAX}` });
  return minRisk;
}

/** What every map says about how much of the source it has seen. */
export function degradation({ skipped }: Pick<Survey, 'skipped'>) {
  return { skippedSourceFiles: skipped, unreadableScenarios: [], warnings: [], confidence: confidenceOf(skipped) };
}

export function degradedLines({ skipped }: Pick<Survey, 'skipped'>, { paint }: Context): readonly string[] {
  return skipped.slice(0, SKIPPED_TOLD_MAX).map(({ path, reason }) => paint.yellow(visibleLine(`not looked at: ${path}: ${reason}`)));
}

/** The document lists all of them. */
const SKIPPED_TOLD_MAX = 10;
