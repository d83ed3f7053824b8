/** The fast check before a merge: a few scenarios, audited, tested, recorded, verified, replayed and judged. */
import { FozzyError } from '../../base/problem.ts';
import { progressEvent } from '../../report/progress.ts';
import { virtualBackends } from '../active-backends.ts';
import type { Command, CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { listOption, textOption } from '../option-values.ts';
import type { Discovered } from '../workflow/discover.ts';
import { doctorDeep, recordPrimary, testAll } from '../workflow/execution-steps.ts';
import { cleanTreeStep, discoverStep } from '../workflow/prepare-steps.ts';
import { profileSteps } from '../workflow/profile-steps.ts';
import { stepText, workVerdict } from '../workflow/report-text.ts';
import { runSteps } from '../workflow/run-steps.ts';
import { failed, passed, type WorkStep, workStep } from '../workflow/step.ts';
import { ciPrimary, replayPrimary, traceVerify } from '../workflow/trace-steps.ts';
import { workSettings } from '../workflow/settings.ts';
import { Workshop } from '../workflow/workshop.ts';

export async function performGate(table: readonly Command[], options: Options, context: Context): Promise<CommandResult> {
  const settings = workSettings(options, false);
  const scopes = listOption(options, 'scope') ?? [];
  if (scopes.includes('')) throw new FozzyError('usage', "invalid value '' for '--scope <SCOPE>': expected a part of a path");
  const shop = new Workshop(table, 'gate', settings, context);
  const work = gateSteps(scopes);
  let keep = true;
  try {
    const steps = await runSteps(work, shop, {
      skip: new Set(),
      started: (step) => context.progress(progressEvent('gate', { event: 'step_started', step })),
      finished: (report) => {
        const { name: step, status, detail } = report;
        context.progress(progressEvent('gate', { event: 'step_finished', step, status, detail }));
        context.tell(stepText(report, work, context));
      },
    });
    keep = steps.some(({ status }) => status === 'failed');
    const document = {
      schemaVersion: 'fozzy.gate_report.v1',
      ok: !keep,
      profile: textOption(options, 'profile') ?? 'targeted',
      strict: context.strict,
      scenarioRoot: settings.scenarioRoot,
      scopes,
      matchedScenarios: shop.discovered?.tests.map(({ path }) => path) ?? [],
      backends: virtualBackends,
      steps,
      ...(keep ? { evidence: shop.folder } : {}),
    };
    const more = keep ? [`what was recorded is kept in ${shop.folder}`] : [];
    return { document, exitCode: keep ? 1 : 0, text: workVerdict('gate', steps, more, context) };
  } finally {
    shop.close(keep && !context.signal.aborted);
  }
}

function gateSteps(scopes: readonly string[]): readonly WorkStep[] {
  return [
    cleanTreeStep,
    discoverStep('discover'),
    scopeMatch(scopes),
    doctorDeep(['scope_match']),
    testAll('test_det_strict', ['scope_match'], (shop) => testedFiles(shop.found(), scopes)),
    recordPrimary(['scope_match']),
    traceVerify,
    replayPrimary,
    ciPrimary,
    ...profileSteps,
  ];
}

/** From here on there are only scenarios of these scopes. */
function scopeMatch(scopes: readonly string[]): WorkStep {
  return workStep('scope_match', ['discover'], (shop) => {
    const found = shop.found();
    const matches = ({ path }: { readonly path: string }): boolean => scopes.length === 0 || scopes.some((scope) => path.includes(scope));
    const matched = {
      ...found,
      tests: found.tests.filter(matches),
      steps: found.steps.filter(matches),
      simulations: found.simulations.filter(matches),
    };
    shop.discovered = matched;
    const none = failed(`no steps scenario matches ${scopes.join(', ')}`);
    return Promise.resolve(matched.steps.length === 0 ? none : passed(`${matched.tests.length} of ${found.tests.length} scenarios`));
  });
}

/** All of them with their suites; of a scope, each by itself. */
function testedFiles({ testable, steps, simulations }: Discovered, scopes: readonly string[]): readonly string[] {
  return scopes.length === 0 ? testable : [...new Set([...steps, ...simulations].map(({ path }) => path))];
}
