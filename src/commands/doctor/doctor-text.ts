/** What the doctor says to people. */
import { relative } from 'node:path';
import { countText } from '../../report/quantity.ts';
import { renderTable } from '../../report/table.ts';
import { type Field, fieldLines, joinLines, paragraph, section } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import type { Touches } from '../../sim/inspect/what-it-touches.ts';
import type { Backends } from '../../trace/summary.ts';
import type { Context } from '../context.ts';
import type { DoctorDocument } from './document.ts';

export function doctorText(document: DoctorDocument, context: Context): string {
  const { paint } = context;
  const verdict = document.ok ? paint.green('everything is in order') : paint.red(countText(document.issues.length, 'issue'));
  return joinLines([
    `${paint.bold('fozzy doctor')}  ${verdict}`,
    ...document.issues.flatMap(({ code, message, hint }) => [
      ...paragraph(`${code}: ${visibleLine(message)}`, { first: `  ${paint.red('✗')} `, hanging: '      ', widthMax: context.columns }),
      ...(hint === undefined ? [] : [`      ${paint.dim('hint:')} ${visibleLine(hint)}`]),
    ]),
    ...auditLines(document, context),
    ...(document.touches === undefined ? [] : touchesLines(document.touches, context)),
    ...section('may matter outside of simulations', signalLines(document), paint),
  ]);
}

function signalLines({ nondeterminism_signals }: DoctorDocument): readonly string[] {
  return nondeterminism_signals.map(({ source, detail }) => `  ${visibleLine(source)} = ${visibleLine(detail)}`);
}

function auditLines({ determinism_audit: audit }: DoctorDocument, { paint }: Context): readonly string[] {
  if (audit === undefined) return [];
  const same = audit.consistent ? paint.green('the same every time') : paint.red(`run ${audit.first_mismatch_run ?? 0} differs`);
  const fields: Field[] = [
    ['scenario', visibleLine(audit.scenario)],
    ['runs', `${audit.runs} in processes of their own, seed ${audit.seed}`],
    ['backends', backendsText(audit.backends)],
    ['result', same],
  ];
  return section('determinism', fieldLines(fields, paint, '  '), paint);
}

function backendsText({ proc, fs, http }: Backends): string {
  return `proc ${proc}, fs ${fs}, http ${http}`;
}

function touchesLines(touches: Touches, context: Context): readonly string[] {
  const { paint, cwd } = context;
  const shown = (path: string) => visibleLine(relative(cwd, path) || path);
  const tint = (served: string) =>
    served === 'refused' ? paint.red : served === 'external' || served === 'refused when called' ? paint.yellow : paint.green;
  const builtins = renderTable(touches.builtins, {
    columns: [
      { title: 'module', text: ({ id }) => id },
      { title: 'served', text: ({ served }) => served, tint: (cell, { served }) => tint(served)(cell) },
      { title: 'imported by', text: ({ by }) => importers(by.map(shown)) },
    ],
    paint,
    indent: '  ',
  });
  const packages = renderTable(touches.packages, {
    columns: [
      { title: 'package', text: ({ name }) => name },
      { title: 'version', text: ({ version }) => version ?? '?' },
      { title: 'instance', text: ({ instance }) => instance, tint: (cell, { instance }) => tint(instance)(cell) },
    ],
    paint,
    indent: '  ',
  });
  const refused = touches.refused.flatMap(({ path, message, hint }) => [
    `  ${shown(path)}: ${visibleLine(message)}`,
    ...(hint === null ? [] : [`    ${paint.dim('hint:')} ${visibleLine(hint)}`]),
  ]);
  return [
    ...section(`${shown(touches.file)} and what it loads`, fieldLines(overview(touches, shown), paint, '  '), paint),
    ...section('modules of Node', touches.builtins.length === 0 ? [] : builtins.split('\n'), paint),
    ...section('packages', touches.packages.length === 0 ? [] : packages.split('\n'), paint),
    ...section('cannot be loaded', refused, paint),
    ...section('replaced inside a simulation', wrapped(touches.globals, context.columns), paint),
  ];
}

function overview({ entries, files }: Touches, shown: (path: string) => string): readonly Field[] {
  return [
    ...entries.map((entry): Field => ['node', shown(entry)]),
    ['files', `${files.length} of your own: ${importers(files.map(shown))}`],
  ];
}

const NAMED_MAX = 3;

function importers(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  return more > 0 ? `${names.slice(0, NAMED_MAX).join(', ')} and ${more} more` : names.join(', ');
}

function wrapped(names: readonly string[], columns: number): string[] {
  return paragraph(names.join(' '), { first: '  ', hanging: '  ', widthMax: Math.min(columns, 100) });
}
