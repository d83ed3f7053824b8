/** What `import … from 'fozzy'` gives inside a simulation: the words of scenarios. Commands and campaigns have no place in there. */
import { converged, divergence } from '../../check/converged.ts';
import { linearizable } from '../../check/linearizable.ts';
import { answers } from '../../check/model.ts';
import { counter } from '../../check/model/counter.ts';
import { kv } from '../../check/model/kv.ts';
import { lock } from '../../check/model/lock.ts';
import { queue } from '../../check/model/queue.ts';
import { register } from '../../check/model/register.ts';
import { set } from '../../check/model/set.ts';
import { serializable } from '../../check/serializable.ts';
import { faults } from '../../sim/fault/faults.ts';
import { simulation } from '../../sim/scenario/simulation.ts';

export const scenarioLibrary = {
  simulation,
  faults,
  linearizable,
  serializable,
  register,
  kv,
  queue,
  set,
  lock,
  counter,
  answers,
  converged,
  divergence,
};
