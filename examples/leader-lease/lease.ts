import { faults, simulation } from 'fozzy';

/** Two workers; whoever holds the lease may write. Their clocks may jump. */
export function lease(name: string, worker: string) {
  return simulation(name, { settleMs: 2_000 }, (sim) => {
    const coordinator = sim.node('coordinator', './coordinator.ts');
    const workers = ['w1', 'w2'].map((id) => sim.node(id, worker, { env: { ID: id } }));
    sim.client('time', () => sim.sleep(4_000));
    for (const node of workers) sim.faults(faults.clockStep(node, { ms: -5_000, times: 1 }));
    sim.always('nobody writes under a lease that somebody else holds', () => !coordinator.stdout.includes('stale write'));
  });
}
