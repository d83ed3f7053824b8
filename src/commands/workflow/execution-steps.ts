/** The steps that execute scenarios: audited, tested, and one of them recorded for everything that comes after. */
import type { RunSummary } from '../../trace/summary.ts';
import type { DoctorDocument } from '../doctor/document.ts';
import type { PlannedTest } from '../test/planned-test.ts';
import { primaryOf } from './discover.ts';
import { failed, passed, passedIf, type StepEnd, type WorkStep, workStep } from './step.ts';
import type { Workshop } from './workshop.ts';

const PRIMARY = 'primary.fozzy';

/** How much is executed tells how long it may take; a doctor starts a process per run. */
export function doctorDeep(needs: readonly string[]): WorkStep {
  return workStep('doctor_deep', needs, async (shop, signal) => {
    const scenario = primary(shop);
    const { seed, doctorRuns: runs } = shop.settings;
    // The doctor looks at the real store, and keeps its executions to itself.
    const over = { config: shop.context.config };
    const { document } = await shop.command('doctor', { deep: true, scenario: scenario.path, runs, seed }, signal, over);
    // The command always answers with this document.
    const { ok, issues } = document as DoctorDocument;
    return passedIf(
      ok,
      ok ? `${runs} executions of ${scenario.path} agree` : issues.map(({ code, message }) => `${code}: ${message}`).join('; '),
    );
  });
}

/** `patterns` are files; without suites among them, each ends as the suites of the project expect. */
export function testAll(name: string, needs: readonly string[], patterns: (shop: Workshop) => readonly string[]): WorkStep {
  return workStep(name, needs, async (shop, signal) => {
    const { summary, exitCode } = await shop.run('test', { patterns: patterns(shop), det: true, seed: shop.settings.seed }, signal);
    const expected = new Map(shop.found().tests.map((test) => [test.path, test.expected]));
    const results = summary.results ?? [];
    const bad = results.filter(({ ok, path, status }) => !ok && status !== expected.get(path));
    if (bad.length > 0)
      return failed(`${bad.length} of ${results.length} failed: ${bad.map(({ path, status }) => `${path} ${status}`).join(', ')}`);
    if (exitCode === REFUSED_EXIT) return failed(summary.policyError?.message ?? `the tests ended with ${summary.status}`);
    return passed(`${results.length} scenarios ended as expected`);
  });
}

const REFUSED_EXIT = 2;

export function recordPrimary(needs: readonly string[]): WorkStep {
  return workStep('run_record_trace', needs, async (shop, signal) => {
    const scenario = primary(shop);
    const { summary, end } = await record(shop, scenario, PRIMARY, signal);
    if (end.status === 'passed') shop.made.set('primary', summary.identity.tracePath ?? shop.path(PRIMARY));
    return end;
  });
}

/** Recorded, and judged by what was expected of it. */
export async function record(
  shop: Workshop,
  { path, expected }: PlannedTest,
  name: string,
  signal: AbortSignal,
): Promise<{ readonly summary: RunSummary; readonly end: StepEnd }> {
  const options = { scenario: path, det: true, seed: shop.settings.seed, record: shop.path(name), recordCollision: 'overwrite' };
  const { summary } = await shop.run('run', options, signal);
  const { status, policyError, findings } = summary;
  const told = `${path} ${status}${findings.length === 0 ? '' : `: ${findings.map(({ title }) => title).join(', ')}`}`;
  if (policyError !== undefined) return { summary, end: failed(`${told}: ${policyError.message}`) };
  if (status === 'pass') return { summary, end: passed(told) };
  const meant = status === expected && shop.settings.allowExpectedFailures;
  return { summary, end: meant ? passed(`${told}, as expected`) : failed(told) };
}

/** Whoever asks needs discovery. */
export function primary(shop: Workshop): PlannedTest {
  const found = primaryOf(shop.found());
  if (found === undefined) throw new Error('discovery lets nothing through without a steps scenario');
  return found;
}
