/** Makes an input that reached something new as short as it can be without reaching anything else: what stays is easier to vary. */
import type { Edges } from '../feedback/edges.ts';
import type { InputForm } from '../input/form.ts';

const TRIES_MAX = 32;

/** The counters afterwards are those of the input that is returned. */
export function trimmed<I>(input: I, form: InputForm<I>, edges: Edges, run: (input: I) => boolean): I {
  const path = edges.pathHash();
  if (form.name === 'choices' || form.size(input) < 2) return input;
  let best = form.encode(input);
  let tries = 0;
  for (let size = best.length >> 1; size >= 1 && tries < TRIES_MAX; size >>= 1) {
    for (let end = best.length; end > 0 && tries < TRIES_MAX; end -= size) {
      const start = Math.max(0, end - size);
      const shorter = new Uint8Array(best.length - (end - start));
      shorter.set(best.subarray(0, start));
      shorter.set(best.subarray(end), start);
      tries += 1;
      if (!reaches(shorter)) continue;
      best = shorter;
    }
  }
  // The last try may have failed; what is counted must be what is kept.
  if (!reaches(best)) return input;
  return form.decode(best) ?? input;

  function reaches(bytes: Uint8Array): boolean {
    const candidate = form.decode(bytes);
    if (candidate === undefined || !run(candidate)) return false;
    edges.look();
    return edges.pathHash() === path;
  }
}
