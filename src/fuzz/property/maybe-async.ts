/**
 * One body for synchronous and asynchronous work: a generator yields what it calls and gets back what that came to. As long as nothing
 * yielded is a promise, everything happens in one synchronous call.
 */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';
}

/** What a call came to. */
export type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

/** Yields calls; a call that throws or rejects is an answer like any other. */
export type Work<T> = Generator<() => unknown, T, Settled>;

export function perform<T>(work: Work<T>): T | Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    const settled = settle(step.value);
    if (settled instanceof Promise) return finish(work, settled);
    step = work.next(settled);
  }
  return step.value;
}

async function finish<T>(work: Work<T>, first: Promise<Settled>): Promise<T> {
  let step = work.next(await first);
  while (step.done !== true) step = work.next(await settle(step.value));
  return step.value;
}

function settle(call: () => unknown): Settled | Promise<Settled> {
  try {
    const value = call();
    return isThenable(value) ? settleLater(value) : { ok: true, value };
  } catch (error) {
    return { ok: false, error };
  }
}

async function settleLater(value: PromiseLike<unknown>): Promise<Settled> {
  try {
    return { ok: true, value: await value };
  } catch (error) {
    return { ok: false, error };
  }
}
