/** Takes away what the failure does not need, and says what is left in sentences. */
import { shellWord } from '../../base/shell-word.ts';
import { realpathSync } from 'node:fs';
import { FozzyError } from '../../base/problem.ts';
import { type Explanation, explainRun } from '../../campaign/explain/explain-run.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { type ExplainedRun, explanationText } from '../../report/explanation.ts';
import { progressEvent } from '../../report/progress.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { openTrace } from '../open-trace.ts';
import { numberOption, textOption } from '../option-values.ts';
import { subjectOf } from '../recorded-subject.ts';
import { startRecorded } from '../shrink/start-recorded.ts';
import { eyesOn } from './eyes.ts';
import { type Teller, toldNecessity, toldRace } from './told.ts';
import { SHRINK_BUDGET_MS, shrinkFound } from '../simulation/shrink-found.ts';

export async function performExplain(options: Options, context: Context): Promise<CommandResult> {
  const selector = textOption(options, 'runOrTrace') ?? '';
  const opened = openTrace(selector, context);
  const { document } = opened.decoded;
  const failure = failureOf(document.summary.findings);
  if (failure === undefined)
    throw new FozzyError('nothing_to_explain', `the run in ${opened.path} did not fail, so there is nothing to explain`, {
      hint: `\`fozzy show ${shellWord(selector)}\` tells what happened in it`,
    });
  const budgetMs = numberOption(options, 'budget') ?? SHRINK_BUDGET_MS;
  if (document.fuzz !== undefined) {
    const { explainInput } = await import('./input.ts');
    return explainInput({ opened, failure, selector, budgetMs }, context);
  }
  const recorded = await subjectOf(opened, context);
  if (recorded.kind === 'steps')
    throw new FozzyError(
      'wrong_variant',
      `${opened.path} was recorded from a steps scenario, which is its own explanation once it is small`,
      {
        hint: `\`fozzy shrink ${shellWord(selector)}\` leaves the steps, the switches between tasks and the faults the failure needs, \`fozzy show\` on its result tells what they did`,
      },
    );
  context.progress(progressEvent('explain', { event: 'started' }));
  const start = await startRecorded(opened, recorded, failure);
  const job = { command: 'explain', minimize: 'all', aggressive: false } as const;
  const found = await shrinkFound({ ...job, subject: recorded.subject, start, failure, budgetMs }, context);
  if (found.stoppedBy === 'interrupted')
    throw new FozzyError('interrupted', 'explain was interrupted; nothing was explained', { hint: 'run it again' });
  const blocks = recorded.blocks?.();
  const explanation = await explainRun(recorded.subject, found.best, eyesOn(blocks));
  if (failureOf(explanation.failing.findings)?.fingerprint !== failure.fingerprint)
    throw new FozzyError('shrink_not_reproducible', `the failure in ${opened.path} did not happen again when its causes were followed`);
  context.progress(progressEvent('explain', { event: 'finished', status: explanation.failing.status }));
  const name = document.simulation?.name ?? document.scenario?.['name'];
  const teller: Teller = {
    mapStack: recorded.mapStack,
    root: realpathSync(context.cwd),
    blocks,
    scenarioPath: document.explore === undefined ? undefined : (document.scenarioPath ?? undefined),
  };
  const explained: ExplainedRun = {
    schemaVersion: 'fozzy.explain.v1',
    path: opened.path,
    runId: document.summary.identity.runId,
    name: typeof name === 'string' ? name : null,
    finding: recorded.placed([failureOf(explanation.failing.findings) ?? failure])[0] ?? failure,
    // Taking away any single one of them loses the failure; unless the budget ended first.
    minimal: found.stoppedBy === 'minimal',
    necessary: explanation.necessary.map((each) => toldNecessity(each, teller)),
    race: explanation.race === undefined ? null : toldRace(explanation.race, teller),
    clients: explanation.failing.clients?.filter((client) => !found.best.withoutClients.includes(client)) ?? [],
    clientsNotNeeded: found.best.withoutClients,
    nodesNotNeeded: found.best.withoutNodes,
    inDoubt: found.inDoubt,
    transitions: explanation.transitions ?? null,
    failing: runOf(explanation.failing),
    calm: runOf(explanation.calm),
    inTurn: explanation.inTurn === undefined ? null : runOf(explanation.inTurn),
  };
  return {
    document: explained,
    exitCode: 0,
    text: explanationText(explained, { selector, style: { paint: context.paint, widthMax: context.columns } }),
  };
}

function runOf({ status, virtualTimeMs, findings, events }: Explanation['calm']): ExplainedRun['calm'] {
  return { status, virtualTimeMs, findings, events };
}
