/** When nothing says what a function takes, bytes and texts are tried in turn, and the form that gets further is taken. */
import type { Edges } from '../feedback/edges.ts';
import type { InputForm } from '../input/form.ts';
import type { FuzzRandom } from '../input/fuzz-random.ts';
import type { TargetFunction } from '../target/load-target.ts';
import { pin } from '../target/pinned-world.ts';

const TRIES = 48;
const SIZE_MAX = 48;

interface Trial {
  readonly features: number;
  readonly wrongTypes: number;
}

export async function chooseForm<I>(
  forms: readonly [InputForm<I>, InputForm<I>],
  call: TargetFunction,
  edges: Edges,
  random: FuzzRandom,
  around: { readonly begin: (bytes: Uint8Array) => void; readonly end: () => void },
): Promise<InputForm<I>> {
  const [first, second] = forms;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const a = await attempt(first, random.splitStream('probe'));
  const b = await attempt(second, random.splitStream('probe'));
  Error.stackTraceLimit = limit;
  if (a.wrongTypes !== b.wrongTypes && Math.max(a.wrongTypes, b.wrongTypes) > TRIES / 2)
    return a.wrongTypes < b.wrongTypes ? first : second;
  return b.features > a.features ? second : first;

  async function attempt(form: InputForm<I>, stream: FuzzRandom): Promise<Trial> {
    const features = new Set<number>();
    let wrongTypes = 0;
    for (let index = 0; index < TRIES; index += 1) {
      const input = form.generate(stream, SIZE_MAX);
      edges.reset();
      pin();
      around.begin(form.encode(input));
      try {
        await call(...form.args(input));
      } catch (error) {
        // The error of a function that was given something else than it takes.
        if (error instanceof TypeError) wrongTypes += 1;
      }
      around.end();
      for (const feature of edges.peek()) features.add(feature);
    }
    return { features: features.size, wrongTypes };
  }
}
