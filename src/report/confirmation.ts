/** Whether a failure of a simulation is there on real Node, in words. */
import type { Finding } from '../trace/finding.ts';
import { findingLines } from './finding-text.ts';
import { shellWord } from '../base/shell-word.ts';
import { joinLines, paragraph, section, type TextStyle } from './text-block.ts';
import { visibleLine } from './visible.ts';

export interface Confirmation {
  readonly schemaVersion: string;
  readonly path: string;
  readonly runId: string;
  readonly name: string;
  readonly finding: Finding & { readonly confirmed: boolean };
  /** 'impossible' = it needs something that real Node cannot be given; 'unfinished' = the time was too short to tell. */
  readonly verdict: 'confirmed' | 'not confirmed' | 'impossible' | 'unfinished';
  readonly reason: string | null;
  /** What went wrong on real Node. */
  readonly seen: readonly Finding[];
  /** Faults that real Node was given on the way, in their order. */
  readonly injected: readonly InjectedFault[];
  /** Transitions of the found run, and how many of them real Node was led through. */
  readonly steps: number;
  readonly stepsGone: number;
  readonly node: string;
  readonly platform: string;
  /** Where this document was put; null where it is no verdict, and an earlier one stays. */
  readonly written: string | null;
}

export interface InjectedFault {
  readonly machine: string;
  readonly fault: 'error' | 'reset' | 'refuse' | 'crash';
  /** Of an error: which call got it, and what it was. */
  readonly operation?: string;
  readonly code?: string;
  readonly step: number;
  /** When it was, in the found run. */
  readonly timeMs: number;
}

export function confirmationText(
  told: Confirmation,
  { selector, style }: { readonly selector: string; readonly style: TextStyle },
): string {
  const { paint } = style;
  const { location, confirmed: _confirmed, ...bare } = told.finding;
  const { details: _details, ...place } = location ?? {};
  const isConfirmed = told.verdict === 'confirmed';
  const label = isConfirmed ? paint.green('CONFIRMED') : paint.yellow(told.verdict.toUpperCase());
  return joinLines([
    `${paint.bold(label)}  ${paint.bold(visibleLine(told.name))}`,
    ...findingLines({ ...bare, ...(location === undefined ? {} : { location: place }) }, style),
    ...section('on real Node', prose(told, style), paint),
    ...section('faults that were injected', told.injected.map(faultLine), paint),
    '',
    `${paint.dim('why')}   ${paint.cyan(`fozzy explain ${shellWord(selector)}`)}      ${paint.dim('written')}   ${told.written ?? 'nothing'}`,
  ]);
}

function faultLine({ machine, fault, operation, code, timeMs }: InjectedFault): string {
  const what = {
    error: `${operation ?? ''} failed with ${code ?? ''}`,
    reset: 'a connection was reset',
    refuse: 'a connection was refused',
    crash: 'the process was killed',
  }[fault];
  return `  ${timeMs} ms  ${visibleLine(`${machine}: ${what}`)}`;
}

function prose({ verdict, reason, steps, stepsGone, node, platform }: Confirmation, style: TextStyle): readonly string[] {
  const text =
    verdict === 'confirmed'
      ? `Node ${node} on ${platform}, with real files and sockets, was led through ${stepsGone} of the ${steps} transitions of the found run, and failed as the simulation did.`
      : verdict === 'impossible'
        ? `It was not tried: ${reason ?? ''}.`
        : `Node ${node} on ${platform} was led through ${stepsGone} of ${steps} transitions: ${reason ?? ''}.`;
  return paragraph(visibleLine(text), { first: '  ', hanging: '  ', widthMax: style.widthMax });
}
