/** A finding of code with the place the user knows: the innermost line of the project in its stack, instead of the file of the scenario. */
import type { JsonObject } from '../base/json.ts';
import { mappedMessage, placeIn } from '../sim/subject/stack-place.ts';
import type { Finding } from '../trace/finding.ts';
import { projectPath } from './project-path.ts';

/** Stacks that are shown; `declared` only says which line a check stands on. */
const SHOWN: ReadonlySet<string> = new Set(['stack', 'waits']);

export function placeFinding(finding: Finding, mapStack: (stack: string) => string, root: string): Finding {
  const { declared, ...details } = finding.location?.details ?? {};
  const shown = (text: string): string => mapStack(text).replaceAll(`${root}/`, '');
  const placed: JsonObject = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, SHOWN.has(name) && typeof value === 'string' ? shown(value) : value]),
  );
  const { stack = declared } = details;
  const at = typeof stack === 'string' ? placeIn(mapStack(stack), (file) => isOwn(file, root)) : undefined;
  const message = typeof stack === 'string' && stack !== declared ? mappedMessage(finding.message, stack, mapStack) : finding.message;
  if (finding.location === undefined) return finding;
  const { details: _told, ...location } = finding.location;
  const place = at === undefined ? {} : { file: projectPath(at.file, root), line: at.line, col: at.column };
  return { ...finding, message, location: { ...location, ...place, ...(Object.keys(placed).length === 0 ? {} : { details: placed }) } };
}

function isOwn(file: string, root: string): boolean {
  return file.startsWith(`${root}/`) && !file.includes('/node_modules/');
}
