import { simulation } from 'fozzy';

export default simulation('twenty transitions', (sim) => {
  sim.node('program', './twenty-transitions.ts');
});
