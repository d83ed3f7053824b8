const id = process.env['ID'] ?? '';
/** What a write may take on its way; a lease that ends sooner than that is no lease. */
const MARGIN_MS = 200;
/** Counted on a clock that nobody sets, from before the request was sent. */
let leaseUntil = 0;

async function acquire(): Promise<void> {
  const askedAt = performance.now();
  const answer = (await (await fetch(`http://coordinator/acquire/${id}`)).json()) as { granted: boolean; forMs: number };
  if (answer.granted) leaseUntil = askedAt + answer.forMs - MARGIN_MS;
}

async function work(): Promise<void> {
  try {
    if (performance.now() < leaseUntil) await fetch(`http://coordinator/write/${id}`);
    else await acquire();
  } catch {
    // Not there yet, or not any more; asked again soon.
  }
  setTimeout(() => void work(), 400);
}

void work();
