/** The test everybody writes for code that waits: an operation fails twice and succeeds with growing pauses in between. */
export async function retried(): Promise<number> {
  let attempts = 0;
  const start = Date.now();
  for (;;) {
    attempts += 1;
    if (attempts === 3) break;
    await new Promise((resolve) => setTimeout(resolve, 100 * attempts));
  }
  if (Date.now() - start < 299) throw new Error('it did not wait');
  return attempts;
}
