/** The steps about memory, on a scenario that allocates: leaks fail, and a replay must hold as much as the run did. */
import { withSteps } from './discover.ts';
import { record } from './execution-steps.ts';
import { passed, passedIf, skipped, type WorkStep, workStep } from './step.ts';
import type { MemoryEntry } from '../memory/perform-top.ts';
import type { Workshop } from './workshop.ts';

/** Recorded by whichever step comes first; undefined where no scenario allocates. */
async function memoryTrace(shop: Workshop, signal: AbortSignal): Promise<string | undefined> {
  const made = shop.made.get('memory');
  if (made !== undefined) return made;
  const scenario = withSteps(shop.found(), ['memory']);
  if (scenario === undefined) return undefined;
  const { summary } = await record(shop, scenario, 'memory.fozzy', signal);
  const path = summary.identity.tracePath ?? '';
  shop.made.set('memory', path);
  return path;
}

const NONE = 'no steps scenario allocates memory';

function onMemory(name: string, look: (trace: string, shop: Workshop, signal: AbortSignal) => ReturnType<WorkStep['perform']>): WorkStep {
  return workStep(name, ['discover_scenarios'], async (shop, signal) => {
    const trace = await memoryTrace(shop, signal);
    return trace === undefined ? skipped(NONE) : look(trace, shop, signal);
  });
}

export const memorySteps: readonly WorkStep[] = [
  onMemory('memory_top', async (trace, shop, signal) => {
    const { document } = await shop.command('memory top', { runOrTrace: trace, limit: Number.MAX_SAFE_INTEGER }, signal);
    // The command always answers with entries.
    const { entries } = document as { readonly entries: readonly MemoryEntry[] };
    const leaks = entries.filter(({ kind }) => kind === 'leak');
    return passedIf(
      leaks.length === 0,
      leaks.length === 0 ? 'no leaks' : leaks.map(({ label, bytes }) => `${label} leaked ${bytes} bytes`).join('; '),
    );
  }),
  onMemory('memory_graph', async (trace, shop, signal) => {
    const { document } = await shop.command('memory graph', { runOrTrace: trace }, signal);
    // The command always answers with a graph.
    const { graph } = document as { readonly graph: { readonly nodes: readonly object[] } };
    return passedIf(graph.nodes.length > 0, `${graph.nodes.length} nodes`);
  }),
  onMemory('memory_diff', async (trace, shop, signal) => {
    const { summary } = await shop.run('replay', { runOrTrace: trace }, signal);
    const { document } = await shop.command('memory diff', { left: trace, right: shop.path(`runs/${summary.identity.runId}`) }, signal);
    const deltas = Object.entries(document).filter(([key, value]) => key.startsWith('delta') && value !== 0);
    if (deltas.length === 0) return passed('the run and its replay hold the same');
    return passedIf(false, deltas.map(([key, value]) => `${key} is ${String(value)}`).join(', '));
  }),
];
