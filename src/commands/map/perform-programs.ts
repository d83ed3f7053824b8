/** `map services`: the packages of a project and what each is about. */
import { dirname } from 'node:path';
import { compareText } from '../../base/compare.ts';
import { progressEvent } from '../../report/progress.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import type { ServiceRow, ServicesDocument } from './documents.ts';
import { degradation, degradedLines } from './perform-hotspots.ts';
import { Deadline, type Surveyed, surveySources } from './survey.ts';

export async function performMapServices(options: Options, context: Context): Promise<CommandResult> {
  context.progress(progressEvent('map', { event: 'started' }));
  const survey = await surveySources(textOption(options, 'root') ?? '.', context, new Deadline(context));
  const services = [...grouped(survey.files)].map(([name, files]) => serviceOf(name, files)).sort((a, b) => compareText(a.name, b.name));
  const document: ServicesDocument = {
    schemaVersion: 'fozzy.map_services.v3',
    root: survey.root,
    scannedFiles: survey.scannedFiles,
    services,
    ...degradation(survey),
  };
  const table = renderTable(services, {
    columns: [
      { title: 'name', text: ({ name }) => name },
      { title: 'kind', text: ({ kind }) => kind },
      { title: 'files', text: ({ fileCount }) => String(fileCount), align: 'right' },
      { title: 'lines', text: ({ lineCount }) => String(lineCount), align: 'right' },
      { title: 'riskiest', text: ({ maxRiskScore, riskiestPath }) => `${maxRiskScore} ${riskiestPath}` },
    ],
    paint: context.paint,
  });
  return { document, exitCode: 0, text: joinLines([table, ...degradedLines(survey, context)]) };
}

function grouped(files: readonly Surveyed[]): ReadonlyMap<string, readonly Surveyed[]> {
  const groups = new Map<string, Surveyed[]>();
  for (const file of files) {
    const group = groups.get(file.component);
    if (group === undefined) groups.set(file.component, [file]);
    else group.push(file);
  }
  return groups;
}

/** Files are sorted by risk, so the first is the riskiest. */
function serviceOf(name: string, files: readonly Surveyed[]): ServiceRow {
  const sum = (of: (file: Surveyed) => number): number => files.reduce((total, file) => total + of(file), 0);
  const entrypoints = sum(({ signals }) => signals.entrypoint);
  return {
    name,
    path: commonFolder(files.map(({ path }) => path)),
    kind: entrypoints > 0 ? 'service' : 'library',
    fileCount: files.length,
    lineCount: sum(({ signals }) => signals.lineCount),
    maxRiskScore: files[0]?.riskScore ?? 0,
    riskiestPath: files[0]?.path ?? '',
    entrypoints,
    externalEffects: sum(({ signals }) => signals.external),
  };
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '.');
  while (folder !== '.' && !paths.every((path) => path.startsWith(`${folder}/`))) folder = dirname(folder);
  return folder;
}
