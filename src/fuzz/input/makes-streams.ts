/** Whether a form makes streams, which is known when it has made one input. */
import type { InputForm } from './form.ts';
import { FuzzRandom } from './fuzz-random.ts';
import { streamParts } from './streams.ts';

export function makesStreams<I>(form: InputForm<I>): boolean {
  if (form.name !== 'choices') return false;
  return form.args(form.generate(FuzzRandom.of({ hi: 0, lo: 0 }, 'streams'), 1)).some((arg) => streamParts(arg) !== undefined);
}
