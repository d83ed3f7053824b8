/** `map suites`: which kinds of tests each risky file needs, which it has, and how that is known. */
import { FozzyError } from '../../base/problem.ts';
import { resolve } from 'node:path';
import { progressEvent } from '../../report/progress.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import type { SuiteRow, SuitesDocument } from './documents.ts';
import { collectEvidence, type EvidenceBook } from './evidence.ts';
import { degradedLines, minRiskOf } from './perform-hotspots.ts';
import {
  effectiveMinRisk,
  type MapProfile,
  mapProfiles,
  shrinkPolicies,
  type ShrinkPolicy,
  suiteNames,
  suitesFor,
} from './suite-policy.ts';
import { confidenceOf, Deadline, type Survey, type Surveyed, surveySources } from './survey.ts';

const LIMIT = 100;
const MATCHED_MAX = 25;

export interface SuitesPlan {
  readonly root: string;
  readonly scenarioRoot: string;
  readonly minRisk: number;
  readonly profile: MapProfile;
  readonly shrinkPolicy: ShrinkPolicy;
  readonly matchedMax: number;
}

export interface SuitesMap {
  readonly survey: Survey;
  readonly evidence: EvidenceBook;
  readonly effectiveMinRisk: number;
  readonly rows: readonly SuiteRow[];
}

export async function performMapSuites(options: Options, context: Context): Promise<CommandResult> {
  const plan = planOf(options);
  const isAll = switchOption(options, 'all') === true;
  if (isAll && options['limit'] !== undefined)
    throw new FozzyError('usage', '--all and --limit contradict each other', { hint: 'leave one of them out' });
  context.progress(progressEvent('map', { event: 'started' }));
  const map = await mapSuites(plan, context);
  const { survey, evidence, rows } = map;
  const shown = rows.filter((row) => isShown(row, options));
  const offset = numberOption(options, 'offset') ?? 0;
  const limit = isAll ? shown.length : (numberOption(options, 'limit') ?? LIMIT);
  const suites = shown.slice(offset, offset + limit);
  const required = rows.filter(({ requiredByPolicy }) => requiredByPolicy);
  const document: SuitesDocument = {
    schemaVersion: 'fozzy.map_suites.v6',
    root: survey.root,
    scenarioRoot: resolve(context.cwd, plan.scenarioRoot),
    scannedFiles: survey.scannedFiles,
    profile: plan.profile,
    shrinkPolicy: plan.shrinkPolicy,
    baseMinRisk: plan.minRisk,
    effectiveMinRisk: map.effectiveMinRisk,
    scenarioCount: evidence.scenarioCount,
    requiredHotspotCount: required.length,
    coveredHotspotCount: required.filter(({ covered }) => covered).length,
    uncoveredHotspotCount: required.filter(({ covered }) => !covered).length,
    totalSuites: shown.length,
    returnedSuites: suites.length,
    offset,
    limit,
    truncated: offset + suites.length < shown.length,
    suites,
    skippedSourceFiles: survey.skipped,
    unreadableScenarios: evidence.unreadableScenarios,
    warnings: evidence.warnings,
    confidence: confidenceOf(survey.skipped, evidence.unreadableScenarios),
  };
  return { document, exitCode: 0, text: suitesText(suites, document, map, context) };
}

/** Values in, values out: other commands make a step of it. */
export async function mapSuites(plan: SuitesPlan, context: Context): Promise<SuitesMap> {
  const deadline = new Deadline(context);
  const survey = await surveySources(plan.root, context, deadline);
  const digests = new Map(survey.files.map(({ file, blake3 }) => [file, blake3]));
  const evidence = collectEvidence({ scenarioRoot: plan.scenarioRoot, digests }, context, deadline);
  const threshold = effectiveMinRisk(plan.minRisk, plan.profile);
  const hotspots = survey.files.filter(({ riskScore }) => riskScore >= Math.min(plan.minRisk, threshold));
  return { survey, evidence, effectiveMinRisk: threshold, rows: hotspots.map((file) => rowOf(file, plan, threshold, evidence)) };
}

function rowOf(file: Surveyed, plan: SuitesPlan, threshold: number, evidence: EvidenceBook): SuiteRow {
  const found = evidence.of(file.file);
  const recommendedSuites = suitesFor(file.signals, { ...plan, hasKnownFailure: evidence.hasKnownFailure(file.file) });
  const requiredByPolicy = file.riskScore >= threshold;
  const requiredSuites = requiredByPolicy ? recommendedSuites : [];
  const coveredSuites = suiteNames.filter((suite) => found.some((each) => each.suite === suite && !each.stale));
  const missingRequiredSuites = requiredSuites.filter((suite) => !coveredSuites.includes(suite));
  return {
    hotspotId: file.id,
    component: file.component,
    path: file.path,
    riskScore: file.riskScore,
    requiredByPolicy,
    covered: missingRequiredSuites.length === 0,
    requiredSuites,
    coveredSuites,
    missingRequiredSuites,
    coverageEvidence: found.slice(0, plan.matchedMax),
    whyRequired: requiredByPolicy ? [`risk ${file.riskScore} reaches ${threshold}`, ...file.reasons] : [],
    recommendedSuites,
  };
}

function planOf(options: Options): SuitesPlan {
  return {
    root: textOption(options, 'root') ?? '.',
    scenarioRoot: textOption(options, 'scenarioRoot') ?? 'tests',
    minRisk: minRiskOf(options),
    profile: mapProfiles.find((each) => each === textOption(options, 'profile')) ?? 'pedantic',
    shrinkPolicy: shrinkPolicies.find((each) => each === textOption(options, 'shrinkPolicy')) ?? 'no-known-failures',
    matchedMax: numberOption(options, 'maxMatchedScenarios') ?? MATCHED_MAX,
  };
}

function isShown({ requiredByPolicy, covered }: SuiteRow, options: Options): boolean {
  if (switchOption(options, 'onlyRequired') === true && !requiredByPolicy) return false;
  return switchOption(options, 'onlyUncovered') !== true || (requiredByPolicy && !covered);
}

interface Counts {
  readonly requiredHotspotCount: number;
  readonly coveredHotspotCount: number;
  readonly scannedFiles: number;
}

function suitesText(suites: readonly SuiteRow[], counts: Counts, { survey, evidence }: SuitesMap, context: Context): string {
  const { paint } = context;
  const table = renderTable(suites, {
    columns: [
      { title: 'risk', text: ({ riskScore }) => String(riskScore), align: 'right' },
      { title: 'file', text: ({ path }) => path },
      {
        title: 'tested',
        text: ({ requiredByPolicy, covered }) => (requiredByPolicy ? (covered ? 'yes' : 'no') : '–'),
        tint: (cell, { requiredByPolicy, covered }) => (requiredByPolicy ? (covered ? paint.green(cell) : paint.red(cell)) : cell),
      },
      { title: 'missing', text: ({ missingRequiredSuites }) => missingRequiredSuites.join(', ') },
    ],
    paint,
    widthMax: context.columns,
  });
  const { requiredHotspotCount: required, coveredHotspotCount: covered, scannedFiles } = counts;
  return joinLines([
    ...(suites.length === 0 ? [] : [table, '']),
    `${covered} of ${required} files that need tests have all of them; ${scannedFiles} files were looked at`,
    ...degradedLines(survey, context),
    ...evidence.unreadableScenarios.map(({ path, problems }) => paint.yellow(visibleLine(`cannot be used: ${path}: ${problems[0] ?? ''}`))),
    ...evidence.warnings.map((warning) => paint.yellow(visibleLine(warning))),
  ]);
}
