/** A finding of code with the place the user knows: the innermost line of the project in its stack, instead of the file of the scenario. */
import { placeIn } from '../sim/subject/stack-place.ts';
import type { Finding } from '../trace/finding.ts';
import { projectPath } from './project-path.ts';

export function placeFinding(finding: Finding, mapStack: (stack: string) => string, root: string): Finding {
  const { stack, waits } = finding.location?.details ?? {};
  const waiting = typeof waits === 'string' ? { waits: mapStack(waits).replaceAll(`${root}/`, '') } : {};
  if (typeof stack !== 'string')
    return typeof waits === 'string'
      ? { ...finding, location: { ...finding.location, details: { ...finding.location?.details, ...waiting } } }
      : finding;
  const mapped = mapStack(stack);
  const at = placeIn(mapped, (file) => file.startsWith(`${root}/`) && !file.includes('/node_modules/'));
  const details = { ...finding.location?.details, ...waiting, stack: mapped.replaceAll(`${root}/`, '') };
  const place = at === undefined ? {} : { file: projectPath(at.file, root), line: at.line, col: at.column };
  return { ...finding, location: { ...finding.location, ...place, details } };
}
