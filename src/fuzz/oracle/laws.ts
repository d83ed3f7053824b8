/** Laws that results have to obey: agreeing with another function, the same for every way of splitting the input, there and back again. */
import { isThenable } from '../loop/promises.ts';
import type { Law } from '../loop/target-parts.ts';
import type { TargetFunction } from '../target/load-target.ts';
import type { RawFinding } from './raw-finding.ts';
import { streamOf, streamParts, wholeOf } from '../input/streams.ts';
import { errorText } from './bucket.ts';
import { valueText } from './value-text.ts';

const TOLD_MAX = 120;
const SPLITS_MAX = 24;

/** `--against`: both functions give equal results, or both throw. */
export function against(other: TargetFunction, told: string, self: TargetFunction): Law {
  return async (input) => {
    const mine = await resultText(self, input);
    const theirs = await resultText(other, input);
    if (mine === theirs) return undefined;
    return broken('differential_mismatch', `it gives ${cut(mine)}, ${told} gives ${cut(theirs)}`, 'differential');
  };
}

/** A function of chunks gives the same for the whole and for every way of cutting it in two, and cut everywhere. */
export function splitLaw(self: TargetFunction): Law {
  return async ([whole]) => {
    if (!(whole instanceof Uint8Array) && typeof whole !== 'string') return undefined;
    const expected = await resultText(self, [[whole]]);
    for (const pieces of splitsOf(whole)) {
      const actual = await resultText(self, [pieces]);
      if (actual === expected) continue;
      const places = pieces.map((piece) => piece.length).join(' + ');
      return broken(
        'split_law_violated',
        `the whole gives ${cut(expected)}, the same in pieces of ${places} gives ${cut(actual)}`,
        'split',
      );
    }
    return undefined;
  };
}

/** A function of a stream gives the same for what comes in pieces and for the whole; pieces of texts may be meant, as lines are. */
export function streamLaw(self: TargetFunction, alsoTexts: boolean): Law {
  return async (input, result) => {
    const parts = input.map(streamParts);
    const whole = parts.map((part) => {
      const piece = part?.isCut === true ? wholeOf(part) : undefined;
      return alsoTexts || typeof piece !== 'string' ? piece : undefined;
    });
    if (!parts.some((part, at) => part !== undefined && part.pieces.length > 1 && whole[at] !== undefined)) return undefined;
    const values = input.map((value, at) => {
      const [part, piece] = [parts[at], whole[at]];
      // Also what stays as it is has to be there to be read once more.
      return part === undefined ? value : streamOf(piece === undefined ? part : { ...part, pieces: [piece] });
    });
    const [expected, actual] = [await resultText(self, values), valueText(result)];
    if (actual === expected) return undefined;
    const places = parts.flatMap((part) => (part?.isCut === true ? [part.pieces.map((piece) => lengthOf(piece)).join(' + ')] : []));
    return broken(
      'split_law_violated',
      `the whole gives ${cut(expected)}, the same in pieces of ${places.join(' and ')} gives ${cut(actual)}`,
      'split',
    );
  };
}

function lengthOf(piece: unknown): number {
  return typeof piece === 'string' || piece instanceof Uint8Array ? piece.length : 0;
}

export function roundTrip(inverse: TargetFunction, told: string, self: TargetFunction): Law {
  return async (_input, result) => {
    const text = valueText(result);
    const back = await outcomeOf(inverse, [result]);
    if ('error' in back)
      return broken(
        'round_trip_violated',
        `${told} refuses the result ${cut(text)}: ${errorText(back.error).message}`,
        'round trip refuses',
      );
    const again = await resultText(self, [back.value]);
    if (again === text) return undefined;
    return broken(
      'round_trip_violated',
      `the result ${cut(text)} becomes ${cut(again)} when it goes through ${told} and back`,
      'round trip',
    );
  };
}

/** Of what writes rather than reads: the way back ends at the very input. */
export function lossless(inverse: TargetFunction, told: string): Law {
  return async (input, result) => {
    const [first] = input;
    const text = valueText(input.length > 1 ? input : first);
    const back = await outcomeOf(inverse, [result]);
    if ('error' in back)
      return broken(
        'round_trip_violated',
        `${told} refuses what became of the input ${cut(text)}: ${errorText(back.error).message}`,
        'round trip refuses',
      );
    const again = valueText(back.value);
    if (again === text) return undefined;
    return broken('round_trip_violated', `the input ${cut(text)} comes back from ${told} as ${cut(again)}`, 'round trip loses');
  };
}

export function idempotent(self: TargetFunction): Law {
  return async (_input, result) => {
    const text = valueText(result);
    const again = await resultText(self, [result]);
    return again === text
      ? undefined
      : broken('not_idempotent', `applied to its own result ${cut(text)} it gives ${cut(again)}`, 'idempotence');
  };
}

/** What the user says about every result: false, or an error, breaks it. */
export function propertyLaw(property: (result: unknown, ...input: readonly unknown[]) => unknown): Law {
  return async (input, result) => {
    const outcome = await outcomeOf((...values) => property(result, ...values), input);
    if ('error' in outcome) return broken('property_violated', `the property threw ${errorText(outcome.error).message}`, 'property threw');
    return outcome.value === false ? broken('property_violated', 'the property returned false', 'property false') : undefined;
  };
}

function broken(title: string, message: string, bucket: string): RawFinding {
  return { kind: 'target_behavior', title, message, bucket };
}

function* splitsOf(whole: Uint8Array | string): Generator<readonly (Uint8Array | string)[]> {
  const step = Math.max(1, Math.ceil(whole.length / SPLITS_MAX));
  for (let at = 1; at < whole.length; at += step) yield [whole.slice(0, at), whole.slice(at)];
  // Nothing can be cut out of one piece, and no pieces at all are not the same as one.
  if (whole.length < 2) return;
  const single: (Uint8Array | string)[] = [];
  for (let at = 0; at < whole.length; at += 1) single.push(whole.slice(at, at + 1));
  yield single;
}

async function outcomeOf(
  call: TargetFunction,
  values: readonly unknown[],
): Promise<{ readonly value: unknown } | { readonly error: unknown }> {
  try {
    const value = call(...values);
    return { value: isThenable(value) ? await value : value };
  } catch (error) {
    return { error };
  }
}

/** Which error it was may differ between two functions; that there was one may not. */
async function resultText(call: TargetFunction, values: readonly unknown[]): Promise<string> {
  const outcome = await outcomeOf(call, values);
  return 'error' in outcome ? 'an error' : valueText(outcome.value);
}

function cut(text: string): string {
  return text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)}…` : text;
}
