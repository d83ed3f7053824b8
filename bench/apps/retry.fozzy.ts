import { simulation } from 'fozzy';
import { retried } from './retry.ts';

export default simulation('retry', (sim) => {
  sim.client('caller', async () => {
    if ((await retried()) !== 3) throw new Error('three attempts were expected');
  });
});
