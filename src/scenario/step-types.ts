/** Every step there is. A new family is a new file and one line here. */
import { compositeSteps } from './family/composite.ts';
import { fileSteps } from './family/files.ts';
import { httpSteps } from './family/http.ts';
import { kvSteps } from './family/kv.ts';
import { memorySteps } from './family/memory.ts';
import { networkSteps } from './family/network.ts';
import { processSteps } from './family/processes.ts';
import { terminalSteps } from './family/terminal.ts';
import { timeSteps } from './family/time.ts';
import { valueSteps } from './family/values.ts';
import { recordTable } from './record-type.ts';
import type { Step } from './step.ts';

export const stepTypes = recordTable<Step>({
  noun: 'step',
  unknownCode: 'unknown_step_type',
  types: [
    ...valueSteps,
    ...timeSteps,
    ...kvSteps,
    ...fileSteps,
    ...httpSteps,
    ...processSteps,
    ...networkSteps,
    ...memorySteps,
    ...compositeSteps,
    ...terminalSteps,
  ],
});
