const id = process.env['ID'] ?? '';
/** The time at which the lease ends, as the coordinator's clock shows it, compared with a clock of our own. */
let leaseUntil = 0;

async function acquire(): Promise<void> {
  const answer = (await (await fetch(`http://coordinator/acquire/${id}`)).json()) as { granted: boolean; untilMs: number };
  if (answer.granted) leaseUntil = answer.untilMs;
}

async function work(): Promise<void> {
  try {
    if (Date.now() < leaseUntil) await fetch(`http://coordinator/write/${id}`);
    else await acquire();
  } catch {
    // Not there yet, or not any more; asked again soon.
  }
  setTimeout(() => void work(), 400);
}

void work();
