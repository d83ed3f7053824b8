/** A smaller scenario to try, with the answers its run is to be given; and what a run of it taught. */
import { blake3Hex, Blake3Stream } from '../../base/blake3.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { DecisionLog } from '../../decide/log.ts';
import type { NamedAnswer } from '../../decide/recorded.ts';
import type { Draft } from './draft.ts';
import { renderDraft } from './draft.ts';

export interface StepsCandidate {
  readonly draft: Draft;
  /** Found again by name, whatever was removed around them. */
  readonly answers: readonly NamedAnswer[];
  /** When given, picks are not taken from `answers`: the n-th open pick gets what stands here, every other one the calm answer. */
  readonly schedule?: ReadonlyMap<number, number>;
  /** Of the run this candidate was made from, or of its own run once it was kept. */
  readonly openPicks: readonly number[];
  readonly log: DecisionLog;
}

export function candidateKey({ draft, answers, schedule }: StepsCandidate): string {
  const { json, origins } = renderDraft(draft);
  const names = canonicalJson([...origins].flat());
  const picks = schedule === undefined ? '' : canonicalJson([...schedule].flat());
  return blake3Hex(`${canonicalJson(json)}\n${names}\n${digestOf(answers)}\n${picks}`);
}

/** Answers are shared by many candidates and may hold whole response bodies, so each list is read once. */
const digests = new WeakMap<readonly NamedAnswer[], string>();

/** A long run has many small answers; hashing each on its own would cost more than running a candidate. */
const PIECE_CHARS = 65_536;

function digestOf(answers: readonly NamedAnswer[]): string {
  const known = digests.get(answers);
  if (known !== undefined) return known;
  const hash = new Blake3Stream();
  let piece = '';
  for (const { kind, name, answer } of answers) {
    piece += `${kind}\n${name}\n${canonicalJson(answer)}\n`;
    if (piece.length < PIECE_CHARS) continue;
    hash.update(piece);
    piece = '';
  }
  const digest = hash.update(piece).hex();
  digests.set(answers, digest);
  return digest;
}

/** Positions of the picks that differ from the calm order. */
export function deviationsOf({ openPicks }: StepsCandidate): readonly number[] {
  return openPicks.flatMap((answer, at) => (answer === 0 ? [] : [at]));
}

/** One answer among those of the same question: edits elsewhere do not move it. */
export interface AnswerPlace {
  readonly kind: string;
  readonly name: string;
  readonly nth: number;
}

/** The places of all answers of one kind that `wanted` accepts. */
export function answerPlaces(
  answers: readonly NamedAnswer[],
  kind: string,
  wanted: (answer: NamedAnswer) => boolean,
): readonly AnswerPlace[] {
  const counts = new Map<string, number>();
  const places: AnswerPlace[] = [];
  for (const answer of answers) {
    if (answer.kind !== kind) continue;
    const nth = counts.get(answer.name) ?? 0;
    counts.set(answer.name, nth + 1);
    if (wanted(answer)) places.push({ kind, name: answer.name, nth });
  }
  return places;
}

export function withAnswers(candidate: StepsCandidate, places: readonly AnswerPlace[], answer: NamedAnswer['answer']): StepsCandidate {
  const wanted = new Set(places.map(({ kind, name, nth }) => `${kind} ${name} ${nth}`));
  const counts = new Map<string, number>();
  const answers = candidate.answers.map((given) => {
    const question = `${given.kind} ${given.name}`;
    const nth = counts.get(question) ?? 0;
    counts.set(question, nth + 1);
    return wanted.has(`${question} ${nth}`) ? { ...given, answer } : given;
  });
  return { ...candidate, answers };
}
