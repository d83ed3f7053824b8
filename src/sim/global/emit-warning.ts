/** Warnings that Node's own code gives while a run goes on belong to the machine that caused them; one of them is a finding. */
import { activeKernel } from '../active.ts';
import { processOf } from '../process/sim-process.ts';
import { isError } from '../value-kinds.ts';

/** In place of the host's `process.emitWarning`. */
export function simEmitWarning(
  warning: string | Error,
  options?: string | { readonly type?: string; readonly code?: string },
  code?: string,
): void {
  const kernel = activeKernel();
  if (kernel === undefined) return;
  if (isError(warning) && warning.name === 'MaxListenersExceededWarning') {
    kernel.report({
      kind: 'target_behavior',
      title: 'leaked_listener',
      message: `${kernel.current.name}: ${warning.message}`,
      place: `${kernel.current.name} ${String(Reflect.get(warning, 'type'))}`,
    });
  }
  processOf(kernel.current).emitWarning(warning, options, code);
}
