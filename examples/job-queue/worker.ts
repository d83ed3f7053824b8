const id = process.env['ID'] ?? '';

async function takeOne(): Promise<void> {
  const job = (await (await fetch(`http://queue/take/${id}`, { method: 'POST' })).json()) as { job?: string; token?: number };
  if (job.job !== undefined) {
    await new Promise((done) => setTimeout(done, 300));
    await fetch(`http://queue/complete/${job.job}/${id}/${job.token}`, { method: 'POST' });
  }
}

async function work(): Promise<void> {
  // The queue may not be there yet; asked again soon.
  await takeOne().catch(() => undefined);
  setTimeout(() => void work(), 500);
}

void work();
