/** Every part of Fozzy on one project, phase by phase. What could not be checked is said, and never counts as passed. */
import { nearest } from '../../base/nearest.ts';
import { FozzyError } from '../../base/problem.ts';
import { progressEvent } from '../../report/progress.ts';
import { virtualBackends } from '../active-backends.ts';
import type { Command, CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { listOption, numberOption, switchOption, textOption } from '../option-values.ts';
import { doctorDeep, recordPrimary, testAll } from '../workflow/execution-steps.ts';
import { corpusSteps } from '../workflow/corpus-steps.ts';
import { exploreStep, fuzzStep, hostStep } from '../workflow/extended-steps.ts';
import { memorySteps } from '../workflow/memory-steps.ts';
import { cleanTreeStep, discoverStep, envStep, initStep, usageStep, versionStep } from '../workflow/prepare-steps.ts';
import { profileSteps } from '../workflow/profile-steps.ts';
import { stepText, workVerdict } from '../workflow/report-text.ts';
import { runSteps } from '../workflow/run-steps.ts';
import { workSettings } from '../workflow/settings.ts';
import type { WorkReport, WorkStep } from '../workflow/step.ts';
import {
  ciPrimary,
  evidenceSteps,
  replayPrimary,
  replayShrunk,
  type ShrinkClassification,
  shrinkStep,
  traceVerify,
} from '../workflow/trace-steps.ts';
import { topologyStep } from '../workflow/topology-step.ts';
import { Workshop } from '../workflow/workshop.ts';

interface Phase {
  readonly name: string;
  readonly steps: readonly WorkStep[];
}

const EXPLORE_STEPS = 200;
const FUZZ_MS = 2000;

export async function performFull(table: readonly Command[], options: Options, context: Context): Promise<CommandResult> {
  let shrinkClassification: ShrinkClassification | undefined;
  const phases = phasesOf(options, (classification) => (shrinkClassification = classification));
  const { skip, required } = ordersOf(
    options,
    phases.flatMap(({ steps }) => steps.map(({ name }) => name)),
  );
  const settings = workSettings(options, switchOption(options, 'allowExpectedFailures') === true);
  const shop = new Workshop(table, 'full', settings, context);
  let keep = true;
  try {
    const steps = await runPhases(phases, shop, { skip, required });
    keep = steps.some(({ status }) => status === 'failed');
    const document = {
      schemaVersion: 'fozzy.full_report.v1',
      ok: !keep,
      strict: context.strict,
      unsafe_mode: !context.strict,
      scenarioRoot: settings.scenarioRoot,
      // Of every step but `host_backends_run` and `env`.
      backends: virtualBackends,
      guidance: guidanceOf(steps, keep ? shop.folder : undefined),
      ...(shrinkClassification === undefined ? {} : { shrinkClassification }),
      steps,
    };
    return { document, exitCode: keep ? 1 : 0, text: workVerdict('full', steps, document.guidance, context) };
  } finally {
    shop.close(keep && !context.signal.aborted);
  }
}

function phasesOf(options: Options, classified: (classification: ShrinkClassification) => void): readonly Phase[] {
  const explore = { steps: numberOption(options, 'exploreSteps') ?? EXPLORE_STEPS, nodes: numberOption(options, 'exploreNodes') };
  const discovered = ['discover_scenarios'];
  return [
    {
      name: 'prepare',
      steps: [
        cleanTreeStep,
        usageStep,
        versionStep,
        initStep,
        discoverStep('discover_scenarios', textOption(options, 'scenarioFilter')),
        topologyStep(options),
      ],
    },
    {
      name: 'deterministic_surface',
      steps: [doctorDeep(discovered), testAll('test_det', discovered, (shop) => shop.found().testable), recordPrimary(discovered)],
    },
    {
      name: 'trace_surface',
      steps: [
        traceVerify,
        replayPrimary,
        ciPrimary,
        shrinkStep(classified),
        replayShrunk,
        ...evidenceSteps,
        ...memorySteps,
        ...profileSteps,
      ],
    },
    { name: 'extended_surface', steps: [fuzzStep(fuzzTimeOf(options)), exploreStep(explore), ...corpusSteps, hostStep, envStep] },
  ];
}

function fuzzTimeOf(options: Options): number {
  const timeMs = numberOption(options, 'fuzzTime') ?? FUZZ_MS;
  if (timeMs === 0) throw new FozzyError('usage', "invalid value '0' for '--fuzz-time <FUZZ_TIME>': nothing would be tried");
  return timeMs;
}

interface Orders {
  readonly skip: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

function ordersOf(options: Options, known: readonly string[]): Orders {
  const read = (flag: 'skip-steps' | 'required-steps', key: string): ReadonlySet<string> => {
    const names = listOption(options, key) ?? [];
    const unknown = names.find((name) => !known.includes(name));
    if (unknown === undefined) return new Set(names);
    const near = nearest(unknown, known);
    throw new FozzyError(
      'usage',
      `invalid value '${unknown}' for '--${flag} <${flag.toUpperCase().replace('-', '_')}>' [possible values: ${known.join(', ')}]`,
      {
        ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
      },
    );
  };
  const [skip, required] = [read('skip-steps', 'skipSteps'), read('required-steps', 'requiredSteps')];
  const both = [...skip].find((name) => required.has(name));
  if (both !== undefined) throw new FozzyError('usage', `the step ${both} cannot be skipped and required`);
  return { skip, required };
}

async function runPhases(phases: readonly Phase[], shop: Workshop, { skip, required }: Orders): Promise<readonly WorkReport[]> {
  const { progress, tell } = shop.context;
  const begins = new Map(phases.map(({ name, steps }) => [steps[0]?.name ?? '', name]));
  const all = phases.flatMap(({ steps }) => steps);
  const reports = await runSteps(all, shop, {
    skip,
    started: (step) => {
      const phase = begins.get(step);
      if (phase !== undefined) progress(progressEvent('full', { event: 'phase_started', phase }));
      progress(progressEvent('full', { event: 'step_started', step }));
    },
    finished: (report) => {
      const { name: step, status, detail } = judgeRequired(report, required);
      progress(progressEvent('full', { event: 'step_finished', step, status, detail }));
      tell(stepText({ name: step, status, detail }, all, shop.context));
    },
  });
  return reports.map((report) => judgeRequired(report, required));
}

/** A step that had to pass and did not even run has failed. */
function judgeRequired(step: WorkReport, required: ReadonlySet<string>): WorkReport {
  return required.has(step.name) && step.status !== 'passed' && step.status !== 'failed'
    ? { ...step, status: 'failed', detail: `required, but ${step.status}: ${step.detail}` }
    : step;
}

/** What the user could do so that more is checked. */
function guidanceOf(steps: readonly WorkReport[], evidence: string | undefined): readonly string[] {
  const unchecked = steps.filter(({ status, detail }) => status === 'skipped' && !/^blocked by|^skipped by/u.test(detail));
  return [
    ...unchecked.map(({ name, detail }) => `${name} was not checked: ${detail}`),
    ...(evidence === undefined ? [] : [`what was recorded is kept in ${evidence}`]),
  ];
}
