/** What a command made goes to the file that was named, or to the terminal exactly as it is. */
import { resolve } from 'node:path';
import { madeHere, type ProfileFormat } from '../../report/profile/made-here.ts';
import { writeOutput } from '../../store/output-file.ts';
import type { CommandResult } from '../command.ts';
import type { Context } from '../context.ts';

/** With `--out` the content is in the file, and the document says where. */
export function writeContent(
  document: object,
  content: string,
  format: ProfileFormat,
  out: string | undefined,
  { cwd, paint }: Context,
): CommandResult {
  // Exactly the content, so that it can be redirected; whoever prints adds the last line feed.
  if (out === undefined) return { document, exitCode: 0, text: content.replace(/\n$/u, '') };
  const path = resolve(cwd, out);
  writeOutput({ path, content, cwd, isEarlier: (text) => madeHere[format].test(text) });
  return { document: { ...document, content: null, out: path }, exitCode: 0, text: `${paint.dim(format)}  ${path}` };
}
