import { faults, simulation } from 'fozzy';

type Accounts = Record<string, number>;

/** Two transfers at the same time, by a server that keeps its accounts in a file. */
export function bank(name: string, server: string) {
  return simulation(name, (sim) => {
    const node = sim.node('bank', server, { env: { PORT: '8080' }, files: { '/data/accounts.json': '{"a":100,"b":0}' } });
    const transfer = (amount: number) => async () => {
      const body = JSON.stringify({ from: 'a', to: 'b', amount });
      const response = await fetch('http://bank:8080/transfer', { method: 'POST', body });
      if (response.status !== 200) throw new Error(`the bank answered ${response.status}`);
    };
    sim.client('alice', transfer(10));
    sim.client('bob', transfer(20));
    sim.faults(faults.latency());
    const accounts = () => sim.disk(node).json('/data/accounts.json') as Accounts;
    sim.finally('both transfers happened', () => accounts()['a'] === 70 && accounts()['b'] === 30);
  });
}
