/** The trace verify document: static checks first, then a replay in memory of what they let through. */
import { fieldLines, joinLines, paragraph, section } from '../../report/text-block.ts';
import { visible } from '../../report/visible.ts';
import { parseTrace, type ParsedTrace } from '../../trace/decode.ts';
import type { TraceProblem } from '../../trace/trace-problem.ts';
import { type TraceVerdict, verifyTrace } from '../../trace/verify.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { findTrace, type FoundTrace } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { type ExecutionVerdict, verifyExecution } from './verify-execution.ts';

export interface VerifyDocument {
  readonly schemaVersion: string;
  readonly ok: boolean;
  /** Absolute. */
  readonly path: string;
  readonly version: number;
  readonly checksumPresent: boolean;
  /** null where there is nothing to compare with, or an older version wrote it. */
  readonly checksumValid: boolean | null;
  readonly decisions: number;
  readonly events: number;
  readonly warnings: readonly TraceProblem[];
  readonly problems: readonly TraceProblem[];
}

export async function performTraceVerify(options: Options, context: Context): Promise<CommandResult> {
  const document = await verifyFound(findTrace(textOption(options, 'runOrTrace') ?? '', context), context);
  return { document, exitCode: document.ok ? 0 : 2, text: verifyText(document, context) };
}

/** The verdict of the current mode, strict or not. */
export async function verifyFound(found: FoundTrace, context: Context): Promise<VerifyDocument> {
  const parsed = parseTrace(found.text, found.path);
  const verdict = verifyTrace(parsed, found.path);
  const execution = await executionOf(found, parsed, verdict, context);
  const warnings = [...verdict.warnings, ...execution.warnings];
  const problems = [...verdict.problems, ...execution.problems];
  return {
    schemaVersion: 'fozzy.trace_verify.v1',
    ok: problems.length === 0 && !(context.strict && warnings.length > 0),
    path: found.path,
    version: parsed.version,
    checksumPresent: parsed.raw['checksum'] !== undefined,
    checksumValid: parsed.checksum.kind === 'valid' ? true : parsed.checksum.kind === 'wrong' ? false : null,
    decisions: verdict.opened?.document.decisions.length ?? 0,
    events: verdict.opened?.document.events.length ?? 0,
    warnings,
    problems,
  };
}

/** What is unreadable cannot be executed, and what was changed must not be. */
async function executionOf(
  found: FoundTrace,
  { version, checksum }: ParsedTrace,
  { opened }: TraceVerdict,
  context: Context,
): Promise<ExecutionVerdict> {
  if (opened === undefined || checksum.kind === 'wrong') return { warnings: [], problems: [] };
  return verifyExecution({ ...found, decoded: { ...opened, version, checksum: checksum.kind } }, context);
}

function verifyText(document: VerifyDocument, { paint, strict, columns }: Context): string {
  const list = (entries: readonly TraceProblem[]): string[] =>
    entries.flatMap(({ code, message }) =>
      paragraph(`[${code}] ${visible(message)}`, { first: '  - ', hanging: '      ', widthMax: columns }),
    );
  const refusedByStrict = !document.ok && strict && document.problems.length === 0;
  return joinLines([
    `${document.ok ? paint.green('ok') : paint.red('not ok')} ${document.path}`,
    ...fieldLines(
      [
        ['version', String(document.version)],
        ['checksum', checksumText(document)],
        ['decisions', String(document.decisions)],
        ['events', String(document.events)],
      ],
      paint,
    ),
    ...section('problems', list(document.problems), paint),
    ...section('warnings', list(document.warnings), paint),
    ...(refusedByStrict ? ['', 'strict mode refuses a trace with warnings; --unsafe only reports them'] : []),
  ]);
}

function checksumText({ checksumPresent, checksumValid }: VerifyDocument): string {
  if (!checksumPresent) return 'missing';
  return checksumValid === null ? 'unverifiable' : checksumValid ? 'valid' : 'does not match';
}
