/** Flags that all maps share. */
import type { Flag } from './command.ts';

export const rootFlag: Flag = { name: 'root', type: { kind: 'path' }, about: 'the folder whose source is looked at', default: '.' };

export const minRiskFlag: Flag = {
  name: 'min-risk',
  type: { kind: 'u53' },
  about: 'the risk, from 0 to 100, from which a file counts',
  default: '60',
};
