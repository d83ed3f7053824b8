/** What `profile doctor` exercises the profiler on: a scenario, a slower one, and a simulation, in a folder of their own. */
export const sampleFiles: Readonly<Record<string, string>> = {
  'before.fozzy.json': scenario(20),
  'after.fozzy.json': scenario(120),
  'code.fozzy.ts': `import { simulation } from 'fozzy';

function busy(rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum += Math.sqrt(round);
  return sum;
}

export const work = simulation('work', (sim) => {
  sim.client('worker', async () => {
    for (let round = 0; round < 20; round += 1) {
      busy(20_000);
      await new Promise((done) => setTimeout(done, 5));
    }
  });
});
`,
};

/** The operation that is planted to be slow, as an explanation must name it. */
export const SLOW_OPERATION = 'http_request GET /stock';

function scenario(delayMs: number): string {
  return JSON.stringify({
    version: 1,
    name: `profile-sample-${delayMs}`,
    steps: [
      { type: 'http_when', method: 'GET', path: '/stock', status: 200, body: 'ok', delay: `${delayMs}ms` },
      { type: 'memory_alloc', bytes: 4096, key: 'buffer' },
      { type: 'http_request', method: 'GET', path: '/stock', expect_status: 200 },
      { type: 'fs_write', path: 'out.txt', data: 'done' },
      { type: 'sleep', duration: '5ms' },
      { type: 'memory_free', key: 'buffer' },
    ],
  });
}
