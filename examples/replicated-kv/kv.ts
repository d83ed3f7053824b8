import { faults, linearizable, register, simulation } from 'fozzy';

/** One value on three machines. Writes go to the first one; who reads where is what the two versions differ in. */
export function kv(name: string, replica: string) {
  return simulation(name, (sim) => {
    const replicas = ['r1', 'r2', 'r3'];
    for (const id of replicas) sim.node(id, replica, { env: { ID: id, PEERS: replicas.join(',') } });
    const history = sim.history(linearizable(register('0')));
    const ask = async (id: string, method: string, body?: string) => {
      const response = await fetch(`http://${id}/x`, {
        method,
        signal: AbortSignal.timeout(2_000),
        ...(body === undefined ? {} : { body }),
      });
      if (!response.ok) throw new Error(`${id} answered ${response.status}`);
      return response.text();
    };
    sim.client(
      'writer',
      async () => {
        for (const value of ['1', '2', '3']) await history.record('write', [value], () => ask('r1', 'PUT', value));
      },
      { mayFail: true },
    );
    for (const id of ['r1', 'r2', 'r3']) {
      sim.client(
        `reader-${id}`,
        async () => {
          for (let round = 0; round < 2; round += 1) await history.record('read', [], () => ask(id, 'GET'));
        },
        { mayFail: true },
      );
    }
    sim.faults(faults.partition(), faults.latency());
  });
}
