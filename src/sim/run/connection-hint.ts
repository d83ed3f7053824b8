/** What a scenario got wrong when a client reached nobody: a name that no machine has, a port on which nobody listens. */
import type { Machine } from '../machine.ts';
import { type DescribedError, describeError } from '../describe-error.ts';
import { openPorts } from '../net/open-ends.ts';
import { isError } from '../value-kinds.ts';

/** What was thrown, and who could have been reached instead. */
export function describeWithHint(error: unknown, machine: Machine): DescribedError {
  const described = describeError(error);
  return { ...described, text: described.text + connectionHint(error, machine) };
}

function connectionHint(error: unknown, { kernel }: Machine): string {
  const cause: unknown = isError(error) && isError(error.cause) ? error.cause : error;
  if (!isError(cause)) return '';
  const code: unknown = Reflect.get(cause, 'code');
  const nodes = kernel.machines.filter(({ role }) => role === 'node');
  if (code === 'ENOTFOUND') {
    const host = String(Reflect.get(cause, 'hostname'));
    if (kernel.machineNamed(host) !== undefined) return '';
    return `; no machine is called '${host}', there ${nodes.length === 1 ? 'is' : 'are'} ${nodes.map(({ name }) => name).join(', ') || 'none'}`;
  }
  if (code !== 'ECONNREFUSED') return '';
  const listening = nodes.map((node) => {
    if (node.state === 'exited') return `${node.name} has ended (exit code ${node.exitCode ?? 0})`;
    if (node.state !== 'running') return `${node.name} is not running`;
    const ports = openPorts(node).map(({ port, isLocal }) => (isLocal ? `${port} of localhost only` : String(port)));
    return `${node.name} listens on ${ports.length === 0 ? 'no port' : ports.join(', ')}`;
  });
  return listening.length === 0 ? '' : `; ${listening.join(', ')}`;
}
