/** A program of about twenty transitions: a few timers that wait for each other, as retries do. */
const lines: string[] = [];

async function attempt(left: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10));
  lines.push(`${left} left`);
  if (left > 0) await attempt(left - 1);
}

void attempt(18);
