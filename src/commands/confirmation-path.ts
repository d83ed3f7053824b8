/** Where the verdict of `confirm` lies: beside the trace. What a run wrote stays as it is, and what nobody listed disturbs nobody. */
import { basename, dirname, extname, join } from 'node:path';

export function confirmationPath(tracePath: string): string {
  return join(dirname(tracePath), `${basename(tracePath, extname(tracePath))}.confirmation.json`);
}
