/** How much several runs disagree, and whether that is more than allowed. */
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import type { Flakes } from '../../campaign/flake.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { listOption, numberOption } from '../option-values.ts';
import { checkBudget, flakesOfSelected } from './flaky.ts';

export function performReportFlaky(options: Options, context: Context): CommandResult {
  const given = numberOption(options, 'flakeBudget');
  const budgetPct = given === undefined ? undefined : checkBudget(given);
  const flakes = flakesOfSelected(listOption(options, 'runs') ?? [], context);
  const budgetExceeded = budgetPct !== undefined && flakes.flakeRatePct > budgetPct;
  const document = {
    schemaVersion: 'fozzy.flaky_report.v1',
    ...flakes,
    ...(budgetPct === undefined ? {} : { budgetPct }),
    budgetExceeded,
  };
  const verdict = budgetExceeded
    ? [context.paint.red(`flake budget exceeded: ${flakes.flakeRatePct} % of the runs, ${budgetPct} % allowed`)]
    : [];
  return { document, exitCode: budgetExceeded ? 1 : 0, text: joinLines([...flakesText(flakes, context), ...verdict]) };
}

function flakesText(flakes: Flakes, { paint }: Context): readonly string[] {
  const counts = Object.entries(flakes.statusCounts).map(([status, count]) => `${count} ${status}`);
  const told = flakes.isFlaky ? paint.yellow(`flaky: ${flakes.flakeRatePct} % of the runs differ from the others`) : paint.green('stable');
  const findings = flakes.findingTitleSets.map(
    ({ titles, runs }) => `  ${runs} × ${titles.length === 0 ? 'no findings' : titles.join(', ')}`,
  );
  const table = renderTable(flakes.perScenario, {
    columns: [
      { title: 'scenario', text: (row) => row.path },
      { title: 'passed', text: (row) => String(row.passed), align: 'right' },
      { title: 'failed', text: (row) => String(row.failed), align: 'right' },
      { title: 'flaky', text: (row) => `${row.flakeRatePct} %`, align: 'right' },
    ],
    paint,
  });
  return [`${flakes.runCount} runs: ${counts.join(', ')}; ${told}`, ...findings, ...(flakes.perScenario.length === 0 ? [] : ['', table])];
}
