import { faults, simulation } from 'fozzy';

/** A store that keeps its data in one JSON file, on a machine that may lose power. */
export function store(name: string, server: string) {
  return simulation(name, (sim) => {
    const node = sim.node('store', server, { env: { PORT: '80' }, files: { '/data/store.json': '{}' } });
    const acknowledged: string[] = [];
    const put = (keys: readonly string[]) => async () => {
      for (const key of keys) {
        const response = await fetch(`http://store/${key}`, { method: 'PUT', body: `value of ${key}` });
        if (response.ok) acknowledged.push(key);
      }
    };
    sim.client('writer', put(['a', 'b', 'c']), { mayFail: true });
    sim.faults(faults.crash(node, { restart: true, disk: 'power-loss' }));
    sim.finally('what was acknowledged is still there', async () => {
      await sim.until(() => node.state === 'running');
      const kept = (await (await fetch('http://store/')).json()) as Record<string, string>;
      return acknowledged.every((key) => kept[key] === `value of ${key}`);
    });
  });
}
