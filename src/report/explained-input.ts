/** Why one call of a function failed, in sentences: which parts of the input matter, and which could be anything. */
import type { Finding } from '../trace/finding.ts';
import { findingLines } from './finding-text.ts';
import { countText } from './quantity.ts';
import { shellWord } from '../base/shell-word.ts';
import { joinLines, paragraph, section, type TextStyle } from './text-block.ts';
import { visibleLine } from './visible.ts';

export interface InputPart {
  /** Place in the recorded input, where its parts are still those of it. */
  readonly at?: number;
  readonly text: string;
  /** 'exact' = with any other value that was tried the failure is gone; 'free' = it stays with all of them. */
  readonly verdict: 'exact' | 'some' | 'free' | 'untried';
  /** Values with which the call fails in the same way; for a draw, the whole inputs it then makes. */
  readonly others: readonly string[];
}

export interface ExplainedInput {
  readonly schemaVersion: string;
  readonly path: string;
  readonly runId: string;
  readonly target: string;
  readonly finding: Finding;
  /** Without any one of the parts the failure was shown to be gone, and all of them were given other values. */
  readonly minimal: boolean;
  readonly unit: 'character' | 'byte' | 'draw';
  readonly input: { readonly value: string; readonly parts: number };
  readonly needed: { readonly value: string; readonly parts: readonly InputPart[] };
  /** How often the function was called for this. */
  readonly calls: number;
}

const VALUE_MAX = 400;

export function explainedInputText(
  told: ExplainedInput,
  { selector, style }: { readonly selector: string; readonly style: TextStyle },
): string {
  const { paint } = style;
  const { location, ...bare } = told.finding;
  const { details: _details, ...place } = location ?? {};
  const prose = (text: string) => paragraph(visibleLine(text), { first: '  ', hanging: '  ', widthMax: style.widthMax });
  return joinLines([
    `${paint.bold(paint.red('FAIL'))}  ${paint.bold(visibleLine(told.target))}`,
    ...findingLines({ ...bare, ...(location === undefined ? {} : { location: place }) }, style),
    ...section(
      'why',
      [...prose(summaryOf(told)), ...sentencesOf(told).flatMap((sentence) => prose(sentence).map((line) => `  ${line}`))],
      paint,
    ),
    ...section('the recorded input', prose(shortened(told.input.value)), paint),
    ...section('what it needs of it', prose(shortened(told.needed.value)), paint),
    '',
    `${paint.dim('smaller')}   ${paint.cyan(`fozzy shrink ${shellWord(selector)}`)}      ${paint.dim('again')}   ${paint.cyan(`fozzy replay ${shellWord(selector)}`)}`,
  ]);
}

function summaryOf({ unit, input, needed, minimal }: ExplainedInput): string {
  const left = needed.parts.length;
  const size =
    unit === 'draw'
      ? `The smallest input found is made of ${countText(left, unit)}`
      : `Of ${countText(input.parts, unit)} the failure needs ${left}`;
  if (!minimal) return `${size}; the budget ended before that was shown for every one of them, --budget gives it more.`;
  const proof = unit === 'draw' || left === 0 ? '' : ': without any one of them it is gone';
  const told = VERDICTS.flatMap(([verdict, words]) => {
    const count = needed.parts.filter((part) => part.verdict === verdict).length;
    return count === 0 ? [] : [`${count === left ? (left === 1 ? 'it' : 'all') : count} ${words}`];
  });
  return `${size}${proof}${told.length === 0 ? '' : `; ${told.join(', ')}`}.`;
}

const VERDICTS = [
  ['exact', 'must be exactly as it is'],
  ['some', 'may be something else within limits'],
  ['free', 'could be anything'],
] as const;

function sentencesOf(told: ExplainedInput): readonly string[] {
  if (told.unit !== 'draw') return runsOf(told).map((run) => sentenceOf(run, told));
  // What a draw is worth is seen from the inputs it makes.
  const others = new Set(told.needed.parts.flatMap((part) => part.others));
  const left = others.size - OTHERS_MAX;
  const shown = [...others].slice(0, OTHERS_MAX).map((other) => `${shortened(other)} fails in the same way`);
  return left > 0 ? [...shown, `so do ${left} other inputs that were tried`] : shown;
}

/** Of inputs that fail in the same way so many say what does not matter. */
const OTHERS_MAX = 8;

interface Run {
  readonly from: InputPart;
  readonly text: string;
  readonly parts: readonly InputPart[];
}

/** Neighbours that are alike are told together. */
function runsOf({ needed }: ExplainedInput): readonly Run[] {
  const runs: Run[] = [];
  for (const part of needed.parts) {
    const last = runs.at(-1);
    const before = last?.parts.at(-1);
    const follows = before?.at === undefined || part.at === undefined || before.at + 1 === part.at;
    if (last === undefined || before?.verdict !== part.verdict || part.verdict === 'some' || !follows)
      runs.push({ from: part, text: part.text, parts: [part] });
    else runs[runs.length - 1] = { from: last.from, text: last.text + part.text, parts: [...last.parts, part] };
  }
  return runs;
}

function sentenceOf({ from, text, parts }: Run, { unit }: ExplainedInput): string {
  const shown = unit === 'character' ? JSON.stringify(text) : text;
  const at = from.at === undefined ? '' : ` at ${from.at}`;
  return `${shown}${at}: ${whatOf(from, parts.length)}`;
}

function whatOf({ verdict, others }: InputPart, count: number): string {
  if (verdict === 'exact') return 'must be exactly this';
  if (verdict === 'free') return count === 1 ? 'has to be there, but could be anything' : 'have to be there, but could be anything';
  return verdict === 'untried' ? 'not tried' : `could also be ${others.map((other) => JSON.stringify(other)).join(', ')}`;
}

function shortened(source: string): string {
  // Arguments that are written below each other are told in a row.
  const value = source.trim().replaceAll(/\n\s*/gu, ' ').replace(/,$/u, '');
  return value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}… (${value.length} characters)` : value;
}
