/** Another program somebody else wrote: the SDK through its own package, with the strictest settings there are. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fozzy, FozzyError, ScenarioBuilder, SuitesBuilder, type RunSummary } from 'fozzy-sdk';

const cwd = mkdtempSync(join(tmpdir(), 'fozzy-consumer-'));
try {
  const path = join(cwd, 'tests', 'a.fozzy.json');
  new ScenarioBuilder('a')
    .step({ type: 'sleep', duration: '5ms' }, { type: 'http_when', method: 'GET', path: '/', status: 200, body: '1', delay: '20ms' })
    .step({ type: 'http_request', method: 'GET', path: '/', expect_status: 200 }, { type: 'fail', message: 'on purpose' })
    .write(path);
  for (const transport of ['in-process', 'cli'] as const) {
    const fozzy = new Fozzy({ transport, cwd });
    const controller = new AbortController();
    const running = fozzy.events.run(path, { det: true, seed: 7n, signal: controller.signal });
    const events: string[] = [];
    for await (const { event } of running) events.push(event);
    const summary: RunSummary = await running.result;
    expect(summary.status === 'fail' && events.length > 0, 'a failing run is a value');
    const [finding] = summary.findings;
    expect(finding?.title === 'fail', 'and names what failed');

    const { tracePath } = summary.identity;
    if (tracePath === undefined) throw new Error('a failing run leaves a trace');
    expect(
      (await fozzy.ci(tracePath)).checks.every(({ ok }) => ok),
      'ci accepts it',
    );
    const { preserved, after } = (await fozzy.shrink(tracePath)).shrink;
    expect(preserved && after.steps === 1, 'one step is left');
    const top = await fozzy.profileTop(tracePath, { latency: true, limit: 1 });
    const p99: number | null = top.metrics.p99LatencyMs;
    expect(p99 === 20, 'latency is virtual');
    const { capabilities } = await fozzy.env();
    expect(capabilities.fs.deterministic && capabilities.rng.backend === 'chacha20', 'every capability has its name');
    const { suites } = await fozzy.mapSuites({ root: '.', all: true, profile: 'balanced' });
    for (const { coverageEvidence } of suites)
      for (const { source } of coverageEvidence) expect(source !== 'recorded', 'nothing was recorded');
    const { errorCodes } = await fozzy.schema();
    expect(
      errorCodes.some(({ code, exitCode }) => code === 'shrink_not_reproducible' && exitCode === 1),
      'codes are listed',
    );
    const missing = await fozzy.replay('none').catch((error: unknown) => error);
    expect(missing instanceof FozzyError && missing.code === 'selector_not_found', 'what has no result rejects');
  }
  expect(!new SuitesBuilder('all').validate().ok, 'suites without groups are refused');
} finally {
  rmSync(cwd, { recursive: true, force: true });
}

function expect(holds: boolean, law: string): void {
  if (!holds) throw new Error(`does not hold: ${law}`);
}
