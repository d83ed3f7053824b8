import { faults, simulation } from 'fozzy';

/** Two workers take jobs from a queue, each with a lease; a worker that stands still loses its lease. */
export function queue(name: string, server: string) {
  return simulation(name, { settleMs: 5_000 }, (sim) => {
    const node = sim.node('queue', server);
    const workers = ['w1', 'w2'].map((id) => sim.node(id, './worker.ts', { env: { ID: id } }));
    sim.client('user', async () => {
      await fetch('http://queue/add/j1', { method: 'POST' });
      await sim.sleep(5_000);
    });
    for (const worker of workers) sim.faults(faults.pause(worker, { ms: 2_000, times: 1, rate: 0.2 }));
    sim.finally('the job was completed once', () => node.stdout.split('completed j1').length === 2);
  });
}
