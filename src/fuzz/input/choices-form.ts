/** Inputs of functions that take structured values: choice sequences, and the generator that reads them. */
import { NO_HINTS } from '../hints.ts';
import { decodeChoices, encodeChoices } from './choice-codec.ts';
import type { ChoiceSequence } from './choice-sequence.ts';
import type { InputForm } from './form.ts';
import type { Gen } from './gen.ts';
import { ChoiceMutator, metSequences } from './mutate-choices.ts';
import { sourceOfArgs } from './render-source.ts';
import { Rejected, Tape, type TapeOptions } from './tape.ts';

export interface ChoiceInput {
  readonly sequence: ChoiceSequence;
  /** What drawing the input made; handed out once, because a target may change what it gets. */
  made: readonly unknown[] | undefined;
}

/** Inputs that filters may give up in a row before the simplest one is taken. */
const TRIES = 20;

/** `generator` makes the arguments of one call. */
export function choicesForm(generator: Gen<readonly unknown[]>): InputForm<ChoiceInput> {
  const tape = new Tape();
  const draw = (options: TapeOptions): ChoiceInput => {
    const made = generator.draw(tape.begin(options));
    return { sequence: tape.sequence(), made };
  };
  const drawOr = (options: () => TapeOptions): ChoiceInput => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        return draw(options());
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
      }
    }
    return draw({});
  };
  return {
    name: 'choices',
    generate: (random, sizeMax) => drawOr(() => ({ random, sizeMax })),
    mutate(parent, other, random, hints, sizeMax) {
      const mutator = new ChoiceMutator(random, hints, sizeMax);
      return drawOr(() => ({
        ...mutator.vary(parent.sequence, other?.sequence),
        random,
        hints: random.oneIn(4) ? NO_HINTS : hints,
        sizeMax,
      }));
    },
    meet: (input, pair, sizeMax) =>
      metSequences(input.sequence, pair, sizeMax).flatMap((prefix) => {
        try {
          return [draw({ prefix })];
        } catch (error) {
          if (error instanceof Rejected) return [];
          throw error;
        }
      }),
    // A structure grows by its generator; what is missing in it comes by mutation.
    extend: () => [],
    // Nothing that is made waits.
    edited: ({ of }) => of,
    args(input) {
      const { made } = input;
      // Handing out and forgetting is what the field is for.
      input.made = undefined;
      return made ?? generator.draw(tape.begin({ prefix: input.sequence }));
    },
    encode: (input) => encodeChoices(input.sequence),
    decode(bytes) {
      const prefix = decodeChoices(bytes);
      try {
        return prefix === undefined ? undefined : draw({ prefix });
      } catch (error) {
        if (error instanceof Rejected) return undefined;
        throw error;
      }
    },
    draws: (input) => input.sequence,
    size: (input) => input.sequence.size,
    render: (input) => sourceOfArgs(generator.draw(tape.begin({ prefix: input.sequence }))),
  };
}
