import { faults, simulation } from 'fozzy';

/** A shop charges a card through a payment service; the network between them is not perfect. */
export function orders(name: string, shop: string) {
  return simulation(name, (sim) => {
    const payments = sim.node('payments', './payments.ts', { env: { PORT: '80' }, files: { '/data/charges.log': '' } });
    const node = sim.node('shop', shop, { env: { PORT: '80' } });
    sim.client(
      'customer',
      async () => {
        await fetch('http://shop/order', { method: 'POST', body: '{"order":"o-1","amount":30}' });
      },
      { mayFail: true },
    );
    sim.faults(faults.latency(), faults.reset());
    const charges = () => sim.disk(payments).read('/data/charges.log').split('\n').slice(0, -1);
    sim.finally('the card was charged at most once', () => charges().length <= 1);
    sim.finally('an order that was confirmed was charged', () => !node.stdout.includes('confirmed o-1') || charges().length === 1);
  });
}
