/** A distributed scenario as the command line wants it: other nodes, faults or invariants than the file has, judged before anything runs. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import { isArray } from '../../base/canonical-json.ts';
import { FozzyError } from '../../base/problem.ts';
import { utf8Decode } from '../../base/utf8.ts';
import { parseCheckers, parseFaultList, parseFaultPresets } from '../../scenario/distributed/override.ts';
import type { Fault, Invariant, Placed } from '../../scenario/distributed/record.ts';
import { faultJson, invariantJson } from '../../scenario/distributed/written.ts';
import type { DistributedScenario } from '../../scenario/scenario.ts';
import { onDisk } from '../../store/file-error.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { loadScenario, problemData, requireVariant } from '../load-scenario.ts';
import { numberOption, textOption } from '../option-values.ts';
import { warnOfProblems } from '../warn-of-problems.ts';

export interface LoadedDistributed {
  readonly scenario: DistributedScenario;
  /** What a trace keeps: the scenario as it is explored. */
  readonly json: JsonObject;
}

export function loadDistributed(path: string, options: Options, context: Context): LoadedDistributed {
  const nodeCount = numberOption(options, 'nodes');
  const faults = textOption(options, 'faults');
  const checker = textOption(options, 'checker');
  const loaded = loadScenario(path, context, {
    ...(nodeCount === undefined ? {} : { nodeCount }),
    ...(faults === undefined ? {} : { replaceFaults: true }),
    ...(checker === undefined ? {} : { replaceInvariants: true }),
  });
  const written = requireVariant(loaded, 'distributed', 'explore');
  warnOfProblems(path, loaded.problems, context);
  const scenario = {
    ...written,
    ...(faults === undefined ? {} : { faults: placedIn('faults', faultsOf(faults, written.nodes, context)) }),
    ...(checker === undefined ? {} : { invariants: placedIn('invariants', checkersOf(checker, written.nodes)) }),
  };
  return { scenario, json: effectiveJson(scenario, { nodeCount, faults: faults !== undefined, invariants: checker !== undefined }) };
}

/** Given outside of the file, they stand where they will stand in the trace. */
function placedIn<R>(list: string, placed: readonly Placed<R>[]): readonly Placed<R>[] {
  return placed.map(({ record }, index) => ({ record, pointer: `/distributed/${list}/${index}`, line: 1, column: 1 }));
}

function faultsOf(given: string, nodes: readonly string[], context: Context): readonly Placed<Fault>[] {
  const file = resolve(context.cwd, given);
  // Nothing is no path, though it resolves to the working directory.
  if (given.trim() !== '' && existsSync(file)) return faultsIn(given, file, nodes, context);
  const parsed = parseFaultPresets(given, nodes);
  if (parsed.ok) return parsed.value;
  throw new FozzyError('fault_invalid', `--faults ${given}: ${parsed.message}`, {
    hint: 'give presets, separated by commas, or a file that holds an array of faults',
    details: { faults: given },
  });
}

function faultsIn(given: string, file: string, nodes: readonly string[], { strict }: Context): readonly Placed<Fault>[] {
  const text = utf8Decode(
    onDisk('read faults', given, () => readFileSync(file)),
    { fatal: true },
  );
  if (text === undefined) throw new FozzyError('fault_invalid', `--faults ${given}: the file is not UTF-8 text`);
  const { faults, problems } = parseFaultList(text, nodes, strict);
  if (faults !== undefined) return faults;
  const [first] = problems.filter(({ severity }) => severity === 'error');
  const at = first === undefined ? '' : `:${first.line}:${first.column}: ${first.message}`;
  throw new FozzyError('fault_invalid', `--faults ${given}${at}`, {
    ...(first?.hint === undefined ? {} : { hint: first.hint }),
    details: { faults: given, problems: problems.map((problem) => problemData(problem, given)) },
  });
}

function checkersOf(given: string, nodes: readonly string[]): readonly Placed<Invariant>[] {
  const parsed = parseCheckers(given, nodes);
  if (parsed.ok) return parsed.value;
  throw new FozzyError('checker_invalid', `--checker ${given}: ${parsed.message}`, {
    hint: 'write kv_all_equal:<key>, kv_present_on_all:<key> or kv_node_equals:<node>:<key>:<value>, separated by commas',
    details: { checker: given },
  });
}

interface Replaced {
  readonly nodeCount: number | undefined;
  readonly faults: boolean;
  readonly invariants: boolean;
}

function effectiveJson({ json, faults, invariants }: DistributedScenario, replaced: Replaced): JsonObject {
  const { distributed } = json;
  if (typeof distributed !== 'object' || distributed === null || isArray(distributed)) return json;
  const { nodes, node_count: nodeCount, ...rest } = distributed;
  const topology =
    replaced.nodeCount === undefined
      ? { ...(nodes === undefined ? {} : { nodes }), ...(nodeCount === undefined ? {} : { node_count: nodeCount }) }
      : { node_count: replaced.nodeCount };
  return {
    ...json,
    distributed: {
      ...topology,
      ...rest,
      ...(replaced.faults ? { faults: faults.map(({ record }) => faultJson(record)) } : {}),
      ...(replaced.invariants ? { invariants: invariants.map(({ record }) => invariantJson(record)) } : {}),
    },
  };
}
