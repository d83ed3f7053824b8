/** The graph of allocations of a run, printed or written to a file. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { bytesText, countText } from '../../report/quantity.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import { parseObject, renderDocument } from '../../store/json-file.ts';
import { writeOutput } from '../../store/output-file.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { type MemoryGraph, type MemoryPart, memoryOf } from './memory-of.ts';

export function performMemoryGraph(options: Options, context: Context): CommandResult {
  const out = textOption(options, 'out');
  if (out === '') throw new FozzyError('usage', "invalid value '' for '--out <OUT>': expected a path");
  const { runId, summary, parts } = memoryOf(textOption(options, 'runOrTrace') ?? '', context);
  if (parts.length === 0 && summary.allocCount > 0) {
    context.warn({
      code: 'memory_graph_not_kept',
      message: `run ${runId} kept only its counts; run it again with --mem-artifacts or --record to have the graph`,
    });
  }
  const graph = mergedGraph(parts);
  const document = { schemaVersion: 'fozzy.memory_graph.v1', run: runId, graph };
  if (out === undefined) return { document, exitCode: 0, text: graphText(graph, context) };
  const path = resolve(context.cwd, out);
  writeOutput({ path, content: renderDocument(document), cwd: context.cwd, isEarlier: isGraph });
  return { document: { ...document, out: path }, exitCode: 0, text: `wrote ${visibleLine(path)}` };
}

function isGraph(text: string): boolean {
  return parseObject(text)?.['schemaVersion'] === 'fozzy.memory_graph.v1';
}

/** The ids of several scenarios would collide, so each carries its place. */
function mergedGraph(parts: readonly MemoryPart[]): MemoryGraph {
  const placed = (place: string, id: Json | undefined): string => (place === '' ? textOf(id) : `${place}/${textOf(id)}`);
  return {
    nodes: parts.flatMap(({ place, graph }) => graph.nodes.map((node) => ({ ...node, id: placed(place, node['id']) }))),
    edges: parts.flatMap(({ place, graph }) =>
      graph.edges.map((edge) => ({ ...edge, from: placed(place, edge['from']), to: placed(place, edge['to']) })),
    ),
  };
}

function graphText({ nodes, edges }: MemoryGraph, { paint }: Context): string {
  const callsites = nodes.filter((node) => node['kind'] === 'callsite');
  const count = (node: JsonObject, key: string): number => Number(node[key] ?? 0);
  const table = renderTable(callsites, {
    columns: [
      { title: 'callsite', text: (node) => textOf(node['id']).replace('callsite:', '') },
      { title: 'allocations', text: (node) => String(count(node, 'allocCount')), align: 'right' },
      { title: 'allocated', text: (node) => bytesText(count(node, 'allocBytes')), align: 'right' },
      { title: 'still in use', text: (node) => bytesText(count(node, 'inUseBytes')), align: 'right' },
    ],
    paint,
  });
  return joinLines([
    ...(callsites.length === 0 ? [] : [table, '']),
    `${countText(nodes.length, 'node')}, ${countText(edges.length, 'edge')}`,
  ]);
}

/** Ids are texts; what is none has no name. */
function textOf(id: Json | undefined): string {
  return typeof id === 'string' ? id : '';
}
