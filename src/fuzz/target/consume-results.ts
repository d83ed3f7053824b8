/** A generator does nothing until somebody asks for its values: what it gives is asked for, and the list of it is the result. */
type TargetFunction = (...values: readonly unknown[]) => unknown;

/** One that never ends is asked for so many. */
const VALUES_MAX = 4096;

/** `kind` is the function that was written, where it is called through another one. */
export function consumed(call: TargetFunction, kind: unknown = call): TargetFunction {
  const tag = Object.prototype.toString.call(kind);
  if (tag === '[object GeneratorFunction]') return (...values) => listOf(call(...values) as Iterable<unknown>); // they return nothing else
  if (tag === '[object AsyncGeneratorFunction]') return (...values) => laterListOf(call(...values) as AsyncIterable<unknown>); // they return nothing else
  return call;
}

function listOf(given: Iterable<unknown>): readonly unknown[] {
  const values: unknown[] = [];
  for (const value of given) if (values.push(value) >= VALUES_MAX) break;
  return values;
}

async function laterListOf(given: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const value of given) if (values.push(value) >= VALUES_MAX) break;
  return values;
}
