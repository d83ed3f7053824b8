/** When nothing says what a function takes, bytes and texts are tried in turn, and the form that gets further is taken. */
import type { Edges } from '../feedback/edges.ts';
import type { InputForm } from '../input/form.ts';
import { inferArguments } from '../infer/infer-input.ts';
import { bytesForm } from '../input/bytes-form.ts';
import { choicesForm } from '../input/choices-form.ts';
import { FuzzRandom } from '../input/fuzz-random.ts';
import { BytesGen, StringGen } from '../input/gen-scalar.ts';
import { stringForm } from '../input/string-form.ts';
import type { SharedState } from '../loop/shared-state.ts';
import { invalidTarget } from '../target/target-problem.ts';
import type { WorkerOrder } from './protocol.ts';
import type { TargetFunction } from '../target/load-target.ts';
import { pin } from '../target/pinned-world.ts';

const TRIES = 48;
const SIZE_MAX = 48;

/** An input is opaque to everybody but its form. */
export type AnyForm = InputForm<unknown>;

// Reason for the casts: an input never meets another form than the one it was made by.
const [bytes, text] = [bytesForm as AnyForm, stringForm as AnyForm];

/** What was asked for; else what the types of the parameters say, if they say anything. */
export async function writtenForm(order: WorkerOrder): Promise<AnyForm | undefined> {
  if (order.form === 'bytes') return bytes;
  if (order.form === 'string') return text;
  const { path, exported = 'default' } = order.target;
  const inferred = await inferArguments(path, exported);
  if (inferred === undefined) return undefined;
  const [only, ...more] = inferred.parameters;
  if (more.length === 0 && only instanceof BytesGen && only.isPlain) return bytes;
  if (more.length === 0 && only instanceof StringGen && only.isPlain) return text;
  return choicesForm(inferred.generator);
}

/** Whatever gets further. */
export async function triedForm(order: WorkerOrder, call: TargetFunction, edges: Edges, shared: SharedState): Promise<AnyForm> {
  const { told } = order.target;
  if (order.form === 'choices')
    throw invalidTarget(`${told}: nothing says any more what it takes`, 'give its parameters types again, or record it anew');
  return chooseForm([bytes, text], call, edges, FuzzRandom.of({ hi: 0, lo: 0 }, 'form'), {
    begin: (input) => shared.begin(0, input),
    end: () => shared.end(),
  });
}

interface Trial {
  readonly features: number;
  readonly wrongTypes: number;
}

async function chooseForm<I>(
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
